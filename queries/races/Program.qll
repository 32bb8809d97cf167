/**
 * The program, as the analyses of races and deadlocks see it: objects, contexts and calls by points-to analysis, its threads,
 * and which objects several of them know.
 */

import java
import java.escape.Escape as Escape
import java.pointsto.Analysis
import java.pointsto.PointsTo as PointsTo
import java.pointsto.Values as Values
import java.threads.Threads as Threads
import ProgramSig

private module Objects = PointsTo::Objects;

/** Gets the name of `t`, or for a class without one, what it is and where. */
string typeText(RefType t) {
  t.fromSource() and
  if t.getName() = "" or t instanceof AnonymousClass
  then
    result =
      "a function in " +
        min(RefType named |
          named = t.getEnclosingType+() and
          named.getName() != "" and
          not named instanceof AnonymousClass
        |
          named.getName()
        )
  else result = t.getName()
}

/** The program. */
module Program implements ProgramSig {
  class Context = PointsTo::Context;

  class Object = PointsTo::Object;

  /** A thread, or all threads that are started in one way. */
  class Thread extends Threads::AbstractThread {
    /** Gets words for this that tell what it runs. */
    override string toString() {
      this.getKind() = "outside" and result = "a caller from outside"
      or
      this.getKind() = "main" and result = "main of " + this.entryType()
      or
      this.getKind() = "handler" and result = "a handler thread of " + this.entryType()
      or
      this.getKind() = ["thread", "serial"] and result = "a thread of " + this.entryType()
      or
      this.getKind() = "callback" and result = "a callback of " + this.entryType()
    }

    private string entryTypeName() {
      this.getKind() != "outside" and
      result = typeText(this.getAnEntry().getDeclaringType())
    }

    private string entryType() {
      if strictcount(string name | name = this.entryTypeName()) = 1
      then result = this.entryTypeName()
      else
        result =
          "those that " + typeText(this.getStart().getEnclosingCallable().getDeclaringType()) +
            " starts"
    }
  }

  predicate denotes(Expr e, Context c, Object o) { PointsTo::pointsToIn(e, c, o) }

  predicate isBase(Expr e, Context c, Object o) {
    PointsTo::fieldAccessOn(e, c, o) or
    PointsTo::arrayAccessOn(e, c, o) or
    PointsTo::callOn(e, c, o)
  }

  predicate locksByMethod(Method m, Context c, Object o) { PointsTo::methodLocks(m, c, o) }

  predicate runs(Callable caller, Context outer, ExprParent site, Callable callee, Context inner) {
    exists(Values::Site s |
      Objects::calls(s, outer, callee, inner) and
      not isLater(s) and
      site = s.getPlace() and
      caller = siteCallable(s)
    )
  }

  predicate begins(Thread t, Callable c, Context context) {
    t.begins(c, context) and
    not c instanceof Constructor
  }

  predicate startedBy(Thread t, ExprParent site) { site = t.getStart() }

  predicate isOutside(Thread t) { t.getKind() = "outside" }

  predicate inParallel(Thread a, Thread b) { Threads::mayHappenInParallel(a, b) }

  predicate isShared(Object o) { Escape::escapes(o) }

  predicate isSingle(Object o) { PointsTo::isSingle(o) }
}
