/** Forwards to `java.Exception`, so that imports written for CodeQL work. */

import java.Exception
