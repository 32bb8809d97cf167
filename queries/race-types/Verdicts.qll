/** The verdict of the race types on each class, and what it rests on. */

import java
import java.concurrency.Escapes
import Rules

/** A class of the sources that gets a verdict: tests, and the classes of lambda expressions, get none. */
class JudgedClass extends Class {
  JudgedClass() { isOwnClass(this) and not isTestFile(this.getFile()) }

  /** Gets a word for how many threads use the objects of this: one or several. */
  string getSharing() {
    if isThreadLocal(this)
    then result = "thread-local"
    else result = "thread-shared"
  }

  /** Gets the number of violations of `rule` that count against this. */
  int getNumberOfViolations(string rule) {
    result = strictcount(Element at, string m | isUnsilenced(at, rule, _, this, m))
  }

  /** Gets why this is not typable: the rules that are violated, with how often. */
  string getProblems() {
    result = strictconcat(string rule, int n | n = this.getNumberOfViolations(rule) |
      "[" + rule + "] " + n, ", " order by rule
    )
  }

  /** Gets something that is taken for granted of this and not checked. */
  string getAnAssumption() {
    exists(string kind, string how | isAssumed(_, kind, this, how) and result = how + " is right")
    or
    exists(Clause c, ControlFlowNode n |
      isAssertedHeld(n, _, c) and scopeClass(c) = this and result = "'" + c.getText() + "' is right"
    )
    or
    exists(Callable c |
      c.getDeclaringType() = this and
      isEntry(c) and
      exists(writtenRequires(c)) and
      result =
        "code outside of the sources calls '" + c.getName() + "' with the locks that it requires"
    )
    or
    exists(Constructor c, string how |
      c.getDeclaringType() = this and
      isOn("constructor_holds_lock") and
      publishesThis(c, _, how) and
      result = "nobody uses the object too early, though its constructor " + how
    )
    or
    exists(Field f |
      f.getDeclaringType() = this and
      (needsGuard(f) or contentNeedsGuard(f)) and
      (f.isPublic() or f.isProtected()) and
      not isHidden(this) and
      result = "code outside of the sources uses the field '" + f.getName() + "' with its lock"
    )
    or
    exists(Parameter p, Field f |
      keepsArgument(p, f) and
      f.getDeclaringType() = this and
      isEntry(p.getCallable()) and
      result =
        "code that calls '" + p.getCallable().getName() + "' leaves what it gives to '" +
          f.getName() + "' alone"
    )
    or
    exists(Field f, RefType t |
      f.getDeclaringType() = this and
      isSharedClass(this) and
      t = f.getType().(RefType).getSourceDeclaration() and
      not t.fromSource() and
      not f.getType() instanceof Array and
      not t instanceof TypeObject and
      not isThreadSafeType(t) and
      not isImmutableType(t) and
      not isKnownMutable(t) and
      result = "objects of '" + t.getName() + "' may be shared"
    )
    or
    exists(JudgedClass base |
      base = this.getASourceSupertype() and
      exists(base.getProblems()) and
      result =
        "the fields of the superclass '" + base.getName() + "', which is not typable, do not count"
    )
  }

  /** Gets the verdict: `race-free`, `race-free under assumptions` or `not typable`. */
  string getVerdict() {
    if exists(this.getProblems())
    then result = "not typable"
    else if exists(this.getAnAssumption())
    then result = "race-free under assumptions"
    else result = "race-free"
  }

  /** Gets why the verdict is not `race-free` alone; of a thread-local class, why it is one. */
  string getReason() {
    result = this.getProblems()
    or
    not exists(this.getProblems()) and
    (
      result = strictconcat(string what | what = this.getAnAssumption() | what, "; ")
      or
      not exists(this.getAnAssumption()) and
      if isThreadLocal(this) and not saysSharing(this, _)
      then result = "no object whose fields are used leaves its thread"
      else result = ""
    )
  }
}
