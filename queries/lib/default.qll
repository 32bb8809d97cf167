/** The Java library, by its oldest name. */

import java
