/** The same library under the name that it had in older versions. */

import utils.test.InlineExpectationsTest
