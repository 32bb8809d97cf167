/**
 * @name Locking contracts
 * @description For each field of a class in which a field races: the lock under which most of its accesses are safe, how many
 *              these are, the entries by which threads come to it, and the annotation that writes the contract down.
 * @kind table
 * @id java/locking-contracts
 * @tags locking-contracts
 */

import java
import java.concurrency.GuardAnnotations
import java.concurrency.Races

/** A field of a class in which a field races. */
class ContractField extends SharedField {
  ContractField() {
    exists(SharedField racing |
      exists(getFirstAccess(racing)) and racing.getDeclaringType() = this.getDeclaringType()
    ) and
    exists(ReachedAccess a | a.getField() = this) and
    // A constant that anybody may use needs no lock.
    not (this.isFinal() and this.hasSafeContent()) and
    not (this.isVolatile() and not exists(getFirstAccess(this))) and
    // What is only locked is no state.
    not exists(VariableMonitor m | m.getVariable() = this)
  }

  /** Gets the lock that most of its accesses hold, if it is one that its class can name. */
  Monitor getLock() { result = getUsualGuard(this) and not result instanceof ThreadMonitor }

  /** Gets the number of accesses that hold the lock; none do where there is none. */
  int countHeld() {
    result = countSafe(this, this.getLock())
    or
    not exists(this.getLock()) and result = 0
  }

  /** Gets the name of the lock; the empty one where there is none. */
  string getLockName() {
    result = this.getLock().toString()
    or
    not exists(this.getLock()) and result = ""
  }

  /** Gets the annotation that names the lock, where it is worth writing: most accesses hold it, and no annotation names one. */
  string getAnnotation() {
    exists(Monitor m | m = this.getLock() |
      this.getDeclaringType().getASourceSupertype*() = m.getOwner() and
      not exists(Field lock | lock = m.(VariableMonitor).getVariable() |
        lock.isPrivate() and lock.getDeclaringType() != this.getDeclaringType()
      ) and
      this.countHeld() * 2 > countAccesses(this) and
      not this.isVolatile() and
      not exists(GuardDeclaration d | d.getElement() = this) and
      result = annotationText(this, m.toString())
    )
  }
}

/** Holds if a way leads from `c` to an access of `f`. */
private predicate leadsTo(Callable c, ContractField f) {
  exists(ReachedAccess a | a.getField() = f and c = a.getEnclosingCallable())
  or
  exists(Callable callee | leadsTo(callee, f) and SharedWays::leads(c, _, callee))
}

/** Gets words for the threads that come to `f`: one that is started, or the callers of a method. */
private string comer(ContractField f) {
  exists(Callable c | leadsTo(c, f) and SharedWays::enters(c) |
    if c instanceof ThreadEntryMethod
    then if c.getDeclaringType().getName() = ""
    then result = "thread in " + c.getDeclaringType().getEnclosingType().getName()
    else result = "thread " + c.getDeclaringType().getName()
    else if exists(LambdaExpr lambda | lambda.asMethod() = c)
    then result = "a function that is run later"
    else result = c.getName() + "()"
  )
}

from ContractField f, string who, string annotation, Element place
where
  who = comer(f) and
  (
    annotation = f.getAnnotation() and place = annotationPlace(f)
    or
    not (exists(f.getAnnotation()) and exists(annotationPlace(f))) and annotation = "" and place = f
  )
select f, f.getName() as name, f.getLockName() as lock, f.countHeld() as held,
  countAccesses(f) as accesses, who, place, annotation
