/** The library of inline expectations, under the name that it had in older versions. */

import utils.test.InlineExpectationsTest
