/**
 * Tests whose expectations stand as comments in the sources. A test says with a module what it finds, by line and tag;
 * `import MakeTest<M>` then shows what the comments do not say, and what they say that is not found:
 *
 * ```ql
 * import java
 * import utils.test.InlineExpectationsTest
 *
 * module LockTest implements TestSig {
 *   string getARelevantTag() { result = "lock" }
 *
 *   predicate hasActualResult(Location location, string element, string tag, string value) {
 *     exists(SynchronizedStmt s |
 *       location = s.getLocation() and element = s.toString() and tag = "lock" and value = s.getExpr().toString()
 *     )
 *   }
 * }
 *
 * import MakeTest<LockTest>
 * ```
 *
 * A comment is `// $ tag=value tag2`, several tags with one value are `a,b=value`, a value with blanks stands in quotes.
 * Behind `MISSING:` stands what should be found and is not, behind `SPURIOUS:` what is found and should not be; a second
 * `//` ends the list.
 */

import java

/** What a test finds. */
signature module TestSig {
  /** Gets a tag that the test is about; comments with other tags are left alone. */
  string getARelevantTag();

  /** Holds if the test finds `value` under `tag` for the element with the text `element` at `location`. */
  predicate hasActualResult(Location location, string element, string tag, string value);

  /** Holds if the test may find this, and no comment has to say so. */
  default predicate hasOptionalResult(Location location, string element, string tag, string value) {
    none()
  }
}

/** Both of two tests. */
module MergeTests<TestSig A, TestSig B> implements TestSig {
  /** Gets a tag of one of the tests. */
  string getARelevantTag() { result = A::getARelevantTag() or result = B::getARelevantTag() }

  /** Holds if one of the tests finds this. */
  predicate hasActualResult(Location location, string element, string tag, string value) {
    A::hasActualResult(location, element, tag, value) or
    B::hasActualResult(location, element, tag, value)
  }

  /** Holds if one of the tests may find this. */
  predicate hasOptionalResult(Location location, string element, string tag, string value) {
    A::hasOptionalResult(location, element, tag, value) or
    B::hasOptionalResult(location, element, tag, value)
  }
}

/** All of three tests. */
module MergeTests3<TestSig A, TestSig B, TestSig C> implements TestSig {
  import MergeTests<MergeTests<A, B>, C>
}

/** A comment that says what is found on its line. */
class ExpectationComment extends Javadoc {
  private string list;

  ExpectationComment() {
    this.isEolComment() and
    list = this.getText().regexpCapture("\\s*//\\s*\\$((?:[^/]|/(?!/))*)(?://.*)?", 1)
  }

  /** Gets word `i` of the list, quotes included. */
  string getWord(int i) { result = list.regexpFind("(?:[^\\s\"']|\"[^\"]*\"|'[^']*')+", i, _) }

  /** Gets the section that word `i` is in: empty, `MISSING:` or `SPURIOUS:`. */
  string getSection(int i) {
    exists(this.getWord(i)) and
    (
      result = this.getWord(max(int k | k < i and isMarker(this.getWord(k))))
      or
      not exists(int k | k < i and isMarker(this.getWord(k))) and result = ""
    )
  }

  /** Holds if this says `value` (empty if it says none) of `tag` in `section`. */
  predicate says(string tag, string value, string section) {
    exists(int i, string word |
      word = this.getWord(i) and not isMarker(word) and section = this.getSection(i)
    |
      tag = word.regexpCapture("([^=]*)(=.*)?", 1).splitAt(",").trim() and value = unquoted(word)
    )
  }
}

bindingset[word]
private predicate isMarker(string word) { word = ["MISSING:", "SPURIOUS:"] }

/** Gets what stands behind the `=` of `word` without quotes; empty if there is none. */
bindingset[word]
private string unquoted(string word) {
  exists(string value | value = word.regexpCapture("[^=]*=(.*)", 1) |
    if value.regexpMatch("\".*\"|'.*'")
    then result = value.substring(1, value.length() - 1)
    else result = value
  )
  or
  not word.matches("%=%") and result = ""
}

/** Holds if `location` begins on line `line` of `file`. */
private predicate onLine(Location location, File file, int line) {
  file = location.getFile() and
  line = location.getStartLine()
}

bindingset[tag, value]
private string shown(string tag, string value) {
  if value = ""
  then result = tag
  else result = tag + "=" + value
}

/** Makes a test out of what one finds. */
module MakeTest<TestSig T> {
  private predicate expected(
    ExpectationComment comment, File file, int line, string tag, string value, string section
  ) {
    tag = T::getARelevantTag() and
    comment.says(tag, value, section) and
    onLine(comment.getLocation(), file, line)
  }

  private predicate actual(
    Location location, string element, string tag, string value, boolean optional
  ) {
    tag = T::getARelevantTag() and
    (
      T::hasActualResult(location, element, tag, value) and optional = false
      or
      T::hasOptionalResult(location, element, tag, value) and
      not T::hasActualResult(location, element, tag, value) and
      optional = true
    )
  }

  private predicate found(File file, int line, string tag, string value) {
    exists(Location location | actual(location, _, tag, value, _) | onLine(location, file, line))
  }

  private newtype TFailure =
    TResult(Location location, string element) { actual(location, element, _, _, _) } or
    TComment(ExpectationComment comment) { expected(comment, _, _, _, _, _) }

  /** Something found, or a comment. */
  class FailureLocatable extends TFailure {
    /** Gets the text of the element that was found, or the comment. */
    string toString() {
      this = TResult(_, result)
      or
      exists(ExpectationComment comment | this = TComment(comment) | result = comment.toString())
    }

    /** Gets the place. */
    Location getLocation() {
      this = TResult(result, _)
      or
      exists(ExpectationComment comment | this = TComment(comment) | result = comment.getLocation())
    }
  }

  /** Holds if what was found at `element` is not what comments say; `message` says how. */
  query predicate testFailures(FailureLocatable element, string message) {
    exists(Location location, string text, string tag, string value, boolean optional, File file,
      int line |
      actual(location, text, tag, value, optional) and
      element = TResult(location, text) and
      onLine(location, file, line)
    |
      optional = false and
      not expected(_, file, line, tag, value, _) and
      message = "Unexpected result: " + shown(tag, value)
      or
      expected(_, file, line, tag, value, "MISSING:") and
      message = "Fixed missing result: " + shown(tag, value)
    )
    or
    exists(ExpectationComment comment, File file, int line, string tag, string value,
      string section |
      expected(comment, file, line, tag, value, section) and
      element = TComment(comment) and
      not found(file, line, tag, value)
    |
      section = "" and message = "Missing result: " + shown(tag, value)
      or
      section = "SPURIOUS:" and message = "Fixed spurious result: " + shown(tag, value)
    )
  }
}
