/**
 * Are two locks one object at run time? Each answer is *surely one*, *surely two* or *maybe*, with the reason.
 *
 * A lock is known in two ways. By its name, a `Monitor`, as the code of one callable has it: `this`, a field, a class, one
 * of several. Such a name stands for one lock, or for one in each object of a class. And by its object, as an analysis of the
 * whole program distinguishes it. Each analysis takes what it needs: a race needs that the answer is not *surely one*, the
 * claim that a lock guards a field needs *surely one*, a deadlock needs *maybe one* where threads meet and *surely two*
 * between the locks that one thread takes.
 *
 * Within one callable, access paths say more: two expressions with one path that `isStable`, see `AccessPaths`, denote one
 * object.
 */

import java
import java.concurrency.Monitors

private newtype TIdentity =
  TSurelyOne(string why) {
    why = ["there is one in the program", "each object has one, and the object is the same",
      "there is one such object"]
  } or
  TSurelyTwo(string why) {
    why = ["each execution makes its own", "each is made for its own name",
      "both objects are made once", "the objects are of different classes"]
  } or
  TMaybe(string why) {
    why = ["it is not known which lock it is", "it is one of several", "a method gives it",
      "each object has one", "the names may stand for one object", "several such objects are made",
      "both objects are of one class", "one of them stands for objects that others hold"]
  }

/** An answer to the question whether two locks are one object. */
class Identity extends TIdentity {
  /** Holds if the locks are one, at any time. */
  predicate isSurelyOne() { this = TSurelyOne(_) }

  /** Holds if the locks are two: a thread that holds one does not keep out a thread that holds the other. */
  predicate isSurelyTwo() { this = TSurelyTwo(_) }

  /** Holds if the locks may be one or two. */
  predicate isMaybe() { this = TMaybe(_) }

  /** Gets the reason for the answer. */
  string getReason() {
    this = TSurelyOne(result) or
    this = TSurelyTwo(result) or
    this = TMaybe(result)
  }

  /** Gets a text that describes this. */
  string toString() {
    this.isSurelyOne() and result = "surely one: " + this.getReason()
    or
    this.isSurelyTwo() and result = "surely two: " + this.getReason()
    or
    this.isMaybe() and result = "maybe: " + this.getReason()
  }
}

/*-- By name --*/

/**
 * Gets the answer for two holdings that know their lock as `m`, in two executions. `ofOneObject` says whether both are known to
 * be of one object, such as that whose field both access: the conditional answer of Naik and Aiken.
 */
Identity identityByName(Monitor m, boolean ofOneObject) {
  ofOneObject = [true, false] and
  if isOwnLock(m)
  then result = TSurelyTwo("each execution makes its own")
  else if m instanceof UnknownMonitor
  then result = TMaybe("it is not known which lock it is")
  else if isOneOfSeveral(m) or m instanceof ChosenMonitor
  then result = TMaybe("it is one of several")
  else if m instanceof CallMonitor
  then result = TMaybe("a method gives it")
  else if m.isStatic()
  then result = TSurelyOne("there is one in the program")
  else if ofOneObject = true
  then result = TSurelyOne("each object has one, and the object is the same")
  else result = TMaybe("each object has one")
}

/*-- By object --*/

/** Objects, as an analysis of a whole program distinguishes them. */
signature module LockObjectsSig {
  /** An abstract object. */
  class Object {
    /** Gets the class of this, or a type that it has. */
    RefType getType();
  }

  /** Holds if `o` stands for one object at run time. */
  predicate isSingle(Object o);

  /** Holds if `o` stands for whatever objects others hold and hand in. */
  predicate isOpen(Object o);
}

/** The answers for locks that are known by their objects. */
module ObjectIdentity<LockObjectsSig O> {
  /** Gets the answer for a lock that is `a` and one that is `b`. */
  bindingset[a, b]
  pragma[inline_late]
  Identity identityOf(O::Object a, O::Object b) {
    if a = b
    then if O::isSingle(a)
    then result = TSurelyOne("there is one such object")
    else result = TMaybe("several such objects are made")
    else if O::isSingle(a) and O::isSingle(b)
    then result = TSurelyTwo("both objects are made once")
    else if isOneClass(a, b)
    then result = TMaybe("both objects are of one class")
    else if mayStandFor(a, b) or mayStandFor(b, a)
    then result = TMaybe("one of them stands for objects that others hold")
    else result = TSurelyTwo("the objects are of different classes")
  }

  /** Holds if `a` and `b` are objects of one class of the program. */
  bindingset[a, b]
  pragma[inline_late]
  predicate isOneClass(O::Object a, O::Object b) {
    a.getType() = b.getType() and
    a.getType().fromSource()
  }

  /** Holds if `open` stands for objects that others hold, and `o` is of a class above or below it: perhaps one of them. */
  bindingset[open, o]
  pragma[inline_late]
  private predicate mayStandFor(O::Object open, O::Object o) {
    O::isOpen(open) and
    exists(RefType t, RefType other | t = open.getType() and other = o.getType() |
      t.fromSource() and
      other.fromSource() and
      (t.getASourceSupertype*() = other or other.getASourceSupertype*() = t)
    )
  }
}
