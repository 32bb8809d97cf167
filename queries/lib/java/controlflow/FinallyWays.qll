/**
 * The ways through `finally` blocks. A block of `finally` is executed on behalf of whoever came to it: what was thrown goes
 * on being thrown when it ends, a `return` returns, and only who came to its beginning normally goes on behind the `try`.
 * The edges of the control flow alone do not say so: they join all that comes in with all that goes out.
 */

import java

private newtype TComing =
  TOutside() or
  TNormally() or
  TThrowing() or
  TReturning()

/** How a run has come to the innermost `finally` block that it is in. */
class Coming extends TComing {
  /** Holds if the run is in no `finally` block. */
  predicate isOutside() { this = TOutside() }

  /** Holds if the run goes on behind the `try`, or where a `break` or `continue` leads, when the block ends. */
  predicate isNormal() { this = TNormally() }

  /** Holds if an exception is on its way. */
  predicate isThrowing() { this = TThrowing() }

  /** Holds if the callable is about to return. */
  predicate isReturning() { this = TReturning() }

  /** Gets a text that describes this. */
  string toString() {
    this.isOutside() and result = "outside"
    or
    this.isNormal() and result = "normally"
    or
    this.isThrowing() and result = "throwing"
    or
    this.isReturning() and result = "returning"
  }
}

/** Holds if `c` has a `finally` block. */
predicate hasFinally(Callable c) {
  exists(TryStmt try | exists(try.getFinally()) and c = try.getEnclosingCallable())
}

/** Gets the innermost `finally` block in which `s` stands, or that it is. */
private Stmt finallyAround(Stmt s) {
  hasFinally(s.getEnclosingCallable()) and
  if isFinally(s) then result = s else result = finallyAround(outer(s))
}

private predicate isFinally(Stmt s) { s = any(TryStmt try).getFinally() }

private Stmt outer(Stmt s) { result = s.getEnclosingStmt() }

/** Holds if the callable of `b` has a `finally` block. */
pragma[nomagic]
private predicate isBesideFinally(BasicBlock b) { hasFinally(b.getEnclosingCallable()) }

/** Gets the innermost `finally` block in which `b` begins. */
pragma[nomagic]
private Stmt finallyAtStart(BasicBlock b) {
  isBesideFinally(b) and
  result = finallyAround(b.getFirstNode().getEnclosingStmt())
}

/** Gets the innermost `finally` block in which `b` ends. */
pragma[nomagic]
private Stmt finallyAtEnd(BasicBlock b) {
  isBesideFinally(b) and
  result = finallyAround(b.getLastNode().getEnclosingStmt())
}

/** Holds if `inner`, a `finally` block, is `around` or stands in it. */
private predicate standsIn(Stmt inner, Stmt around) {
  inner = finallyAround(_) and
  (around = inner or standsIn(finallyAround(outer(inner)), around))
}

/** Gets how a run that comes to the beginning of `b` may have come to the `finally` block there. */
Coming comingTo(BasicBlock b) {
  if exists(finallyAtStart(b))
  then not result.isOutside()
  else result.isOutside()
}

/** Holds if the way from the empty block `empty` goes on at `b`; with an exception that is on its way, if `throwing`. */
private predicate leadsOn(@cfgblock empty, BasicBlock b, boolean throwing) {
  exists(@cfgblock next, int label, boolean here |
    isEmptyBlock(empty) and
    cfg_edges(empty, next, label) and
    label != 4 and
    if label = 3 then here = true else here = false
  |
    next = b and throwing = here
    or
    exists(boolean later | leadsOn(next, b, later) and throwing = here.booleanOr(later))
  )
}

/**
 * Holds if a run may go on from `a` to `b`: because the last node of `a` throws, if `throws`, and otherwise with an exception
 * that was on its way already, if `throwing`.
 */
private predicate goesOn(BasicBlock a, BasicBlock b, boolean throws, boolean throwing) {
  isBesideFinally(a) and
  exists(@cfgblock next, int label, boolean later |
    cfg_edges(a, next, label) and
    label != 4 and
    (
      next = b and later = false
      or
      leadsOn(next, b, later)
    ) and
    if label = 3 then throws = true and throwing = false else throws = false and
    throwing = later
  )
}

/** Gets how a run that came to the beginning of `a` as `before` has come to the `finally` block at its end. */
private Coming atEnd(BasicBlock a, Coming before) {
  isBesideFinally(a) and
  before = comingTo(a) and
  if finallyAtStart(a) = finallyAtEnd(a) or not exists(finallyAtEnd(a))
  then if exists(finallyAtEnd(a))
  then result = before
  else result.isOutside()
  else not result.isOutside()
}

/** Holds if who came to a `finally` block as `coming` may leave it, from `a` to `b`; because `a` throws, if `throws`. */
private predicate mayLeave(BasicBlock a, BasicBlock b, Coming coming, boolean throws) {
  exists(boolean throwing | goesOn(a, b, throws, throwing) |
    throws = true and not coming.isOutside()
    or
    throwing = true and coming.isThrowing()
    or
    throws = false and
    throwing = false and
    (
      coming.isNormal()
      or
      coming.isReturning() and (b instanceof ExitBlock or exists(finallyAtStart(b)))
    )
  )
}

/** Gets how a run comes to the `finally` block at the beginning of `b` from outside of it: from `a`, where it was `coming`. */
private Coming enters(BasicBlock a, BasicBlock b, Coming coming, boolean throws) {
  exists(boolean throwing |
    goesOn(a, b, throws, throwing) and coming = atEnd(a, _) and exists(finallyAtStart(b))
  |
    if throws.booleanOr(throwing) = true
    then result.isThrowing()
    else if a.getLastNode().asStmt() instanceof ReturnStmt or coming.isReturning()
    then result.isReturning()
    else result.isNormal()
  )
}

/**
 * Holds if a run that is at `a`, and has come to the `finally` block there as `before`, may go on to `b` and be there as
 * `after`; because the last node of `a` throws, if `throws`.
 */
cached
predicate goesOnAs(BasicBlock a, Coming before, BasicBlock b, Coming after, boolean throws) {
  exists(Coming coming | coming = atEnd(a, before) and goesOn(a, b, throws, _) |
    not exists(finallyAtEnd(a)) and
    (if exists(finallyAtStart(b)) then after = enters(a, b, coming, throws) else after.isOutside())
    or
    exists(Stmt around | around = finallyAtEnd(a) |
      around = finallyAtStart(b) and after = coming
      or
      not around = finallyAtStart(b) and
      if standsIn(finallyAtStart(b), around)
      then after = enters(a, b, coming, throws)
      else (
        mayLeave(a, b, coming, throws) and
        if not exists(finallyAtStart(b))
        then after.isOutside()
        else if standsIn(around, finallyAtStart(b))
        then not after.isOutside()
        else after = enters(a, b, coming, throws)
      )
    )
  )
}
