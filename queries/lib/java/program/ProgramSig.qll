/**
 * What the analyses of races and deadlocks ask of a whole program: which objects expressions denote, which callables run
 * in which context, which threads there are, and what they share.
 */

import java

/** A whole program, as points-to analysis, thread analysis and escape analysis see it. */
signature module ProgramSig {
  /** What distinguishes the executions of one callable: for an instance method, the objects that `this` may be. */
  class Context {
    /** Gets a text that describes this. */
    string toString();
  }

  /** An abstract object. */
  class Object {
    /** Gets a text that describes this. */
    string toString();

    /** Gets the class of this, or a type that it has. */
    RefType getType();

    /** Gets the place where such objects are made. */
    Location getLocation();
  }

  /** A thread, or all threads that are started in one way. */
  class Thread {
    /** Gets a text that describes this. */
    string toString();

    /** Gets the place where this is started, or where it begins. */
    Location getLocation();
  }

  /** Holds if `e`, in a callable that runs in `c`, may denote `o`. */
  predicate denotes(Expr e, Context c, Object o);

  /** Holds if the field that `e` accesses, in the context `c`, may be one of the object `o`, which is not written. */
  predicate isBase(Expr e, Context c, Object o);

  /** Holds if the synchronized method `m`, executed in the context `c`, locks `o`. */
  predicate locksByMethod(Method m, Context c, Object o);

  /** Holds if evaluating `site` in `caller`, in `outer`, may execute `callee` in `inner` before the evaluation ends. */
  predicate runs(Callable caller, Context outer, ExprParent site, Callable callee, Context inner);

  /** Holds if `t` begins with `c` in `context`. */
  predicate begins(Thread t, Callable c, Context context);

  /** Holds if `t` begins with `c` on an object that no other thread of `t` begins with: it is made for the thread, or is it. */
  predicate beginsOnOwn(Thread t, Callable c);

  /** Holds if each object that `f` holds is known by this field only, of one object. */
  predicate isOwningField(Field f);

  /** Holds if `made` makes `o`. */
  predicate isMadeBy(Object o, Expr made);

  /** Holds if an expression in `c` makes `o`. */
  predicate isMadeIn(Object o, Callable c);

  /** Holds if `o` is held by `holder`, a part or an element of it. */
  predicate contains(Object holder, Object o);

  /** Holds if `t` is started by `site`. */
  predicate startedBy(Thread t, ExprParent site);

  /** Holds if one evaluation of `site` may start several threads of `t`: one for each element of what it is handed. */
  predicate startsSeveral(ExprParent site, Thread t);

  /** Holds if `t` is one of those that call the methods of an open program. */
  predicate isOutside(Thread t);

  /** Holds if `t` is a function that a library runs when it wants to, perhaps by the thread that has handed it over. */
  predicate isCallback(Thread t);

  /** Holds if `t` begins with a `main` method and others use the program too: its races are worth less than those of other threads. */
  predicate isLesser(Thread t);

  /** Holds if `t` is run by the one thread of the name `thread`, such as the event dispatch thread, with all else that is. */
  predicate isRunBy(Thread t, string thread);

  /** Holds if `a` and `b`, perhaps two threads started in the same way, may run at the same time. */
  predicate inParallel(Thread a, Thread b);

  /** Holds if several threads may know `o`. */
  predicate isShared(Object o);

  /** Holds if `o` stands for one object at run time. */
  predicate isSingle(Object o);

  /** Holds if `o` stands for objects that others hold and hand in. */
  predicate isOpen(Object o);

  /** Gets a text that tells `o` from other objects. */
  string keyOf(Object o);

  /** Holds if code of the program makes `o` and nobody else hands it in. */
  predicate isMade(Object o);
}
