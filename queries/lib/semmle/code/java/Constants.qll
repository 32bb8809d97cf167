/** Forwards to `java.Constants`, so that imports written for CodeQL work. */

import java.Constants
