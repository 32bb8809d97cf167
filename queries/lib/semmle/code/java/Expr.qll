/** Forwards to `java.Expr`. */

import java.Expr
