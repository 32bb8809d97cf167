import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Each rule with what follows it (methods `right...`) and what does not (`wrong...`). */

/** [EXP REF] and [EXP ASSIGN]: the guard is held, with the receiver in the place of `this`. */
/*# thread_shared */ class ExpRef {
  final Object lock = new Object();
  int x /*# guarded_by this */;
  int y /*# guarded_by lock */;
  static int z /*# guarded_by ExpRef.class */;

  synchronized int rightThis() {
    return x;
  }

  int rightOther(final ExpRef other) {
    synchronized (other) {
      return other.x;
    }
  }

  int rightPath(final ExpRef other) {
    synchronized (other.lock) {
      return other.y;
    }
  }

  int rightAlias(ExpRef other) {
    final Object copy = other.lock;
    synchronized (copy) {
      return other.y;
    }
  }

  static synchronized int rightStatic() {
    return z;
  }

  synchronized int wrongOther(ExpRef other) {
    return other.x;
  }

  int wrongPath(ExpRef other) {
    synchronized (lock) {
      return other.y;
    }
  }

  synchronized int wrongStatic() {
    return z;
  }

  synchronized void set(int value) {
    synchronized (lock) {
      x = value;
      y = value;
    }
    synchronized (ExpRef.class) {
      z = value;
    }
  }
}

/*# thread_shared */ class ExpAssign {
  int x /*# guarded_by this */;
  final List<String> names /*# guarded_by this */ = new ArrayList<>();
  final int[] counts /*# guarded_by this */ = new int[10];

  synchronized void right() {
    x++;
    names.add("a");
    counts[0] = 1;
  }

  void wrongVariable() {
    x = 1;
  }

  void wrongContent() {
    names.add("b");
  }

  void wrongElement() {
    counts[1]++;
  }
}

/** [EXP INVOKE]: what the method requires is held, with the receiver for `this` and arguments for parameters. */
/*# thread_shared */ class ExpInvoke {
  int x /*# guarded_by this */;

  void needs() /*# requires this */ {
    x = 1;
  }

  static void needsOf(final ExpInvoke e) /*# requires e */ {
    e.x = 2;
  }

  synchronized void right() {
    needs();
    needsOf(this);
  }

  void rightOther(final ExpInvoke other) {
    synchronized (other) {
      other.needs();
      needsOf(other);
    }
  }

  synchronized void wrongReceiver(ExpInvoke other) {
    other.needs();
  }

  synchronized void wrongArgument(ExpInvoke other) {
    needsOf(other);
  }
}

/** [EXP SYNC]: only a final expression says which lock is held. */
/*# thread_shared */ class ExpSync {
  Object changing /*# guarded_by this */ = new Object();
  int x /*# guarded_by this */;

  void right() {
    synchronized (this) {
      x = 1;
      changing = new Object();
    }
  }

  synchronized void wrong() {
    synchronized (changing) {
      x = 2;
    }
  }
}

/** [EXP FORK]: a new thread holds nothing, and gets nothing that is thread-local. */
/*# thread_local */ class Scratch {
  int used;
}

/*# thread_shared */ class ExpFork {
  int x /*# guarded_by this */;

  void right(final Scratch mine) {
    mine.used = 1;
    new Thread(() -> {
      synchronized (this) {
        x = 1;
      }
    }).start();
  }

  synchronized void wrongInherits() {
    new Thread(() -> x = 2).start();
  }

  void wrongCaptures(final Scratch mine) {
    new Thread(() -> mine.used = 2).start();
  }
}

/** [CLASS], [SHAREABLE GUARDED FIELD], [SHAREABLE FINAL FIELD]. */
/*# thread_shared */ class Shareable {
  final Object right = new Object();
  Object rightGuarded /*# guarded_by this */ = new Object();
  final Scratch wrongFinal = new Scratch();
  Scratch wrongGuarded /*# guarded_by this */ = new Scratch();
  static Scratch wrongStatic = new Scratch();
}

/*# thread_shared */ class WrongBase extends Scratch { }

/** [LOCAL CLASS]: what one thread has needs no lock; a thread-local class may have a shared superclass. */
/*# thread_local */ class RightLocal extends ExpInvoke {
  int own;

  void right() {
    own++;
  }
}

/** [EXP CAST]: what is shared does not become one thread's own. */
/*# thread_shared */ class ExpCast {
  Scratch right(Scratch s) {
    return (Scratch) s;
  }

  Scratch wrong(Object o) {
    return (Scratch) o;
  }
}

/** [METHOD] OverridesOK: an override requires no more. */
/*# thread_shared */ class Overridden {
  int x /*# guarded_by this */;

  void needs() /*# requires this */ {
    x = 1;
  }

  void free() { }
}

class RightOverride extends Overridden {
  @Override void needs() /*# requires this */ {
    x = 2;
  }
}

class WrongOverride extends Overridden {
  @Override void free() /*# requires this */ {
    x = 3;
  }
}

/** [CLASS INSTANTIATION], [EXP NEW]: ghosts have locks put in, and types with other locks are other types. */
class Cell/*#<ghost Object guard>*/ {
  int value /*# guarded_by guard */;

  void set(int v) /*# requires guard */ {
    value = v;
  }
}

/*# thread_shared */ class Instances {
  final Object one = new Object();
  final Object other = new Object();
  final Cell/*#<one>*/ cell = new Cell/*#<one>*/();
  final Cell/*#<one>*/ wrongType = new Cell/*#<other>*/();

  void right() {
    synchronized (one) {
      cell.set(1);
      cell.value++;
    }
  }

  void rightOther(final Instances i) {
    synchronized (i.one) {
      i.cell.set(2);
    }
  }

  void wrongLock() {
    synchronized (other) {
      cell.set(3);
    }
  }

  void wrongInstance(Instances i) {
    synchronized (one) {
      i.cell.set(4);
    }
  }

  Cell/*#<other>*/ wrongResult() {
    return cell;
  }

  void takes(Cell/*#<other>*/ c) { }

  void wrongArgument() {
    takes(cell);
  }
}

/** Explicit locks, and their halves. */
/*# thread_shared */ class Explicit {
  private final ReentrantLock lock = new ReentrantLock();
  private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
  int x /*# guarded_by lock */;
  int y /*# guarded_by both */;

  void right() {
    lock.lock();
    try {
      x = 1;
    } finally {
      lock.unlock();
    }
    both.writeLock().lock();
    try {
      y = 1;
    } finally {
      both.writeLock().unlock();
    }
  }

  int rightReader() {
    both.readLock().lock();
    try {
      return y;
    } finally {
      both.readLock().unlock();
    }
  }

  void wrongAfter() {
    lock.lock();
    lock.unlock();
    x = 2;
  }

  void wrongReader() {
    both.readLock().lock();
    try {
      y = 2;
    } finally {
      both.readLock().unlock();
    }
  }
}

/** An inner class knows the object around it. */
/*# thread_shared */ class Outer {
  int x /*# guarded_by this */;

  class Inner {
    int y /*# guarded_by Outer.this */;

    void right() {
      synchronized (Outer.this) {
        x = 1;
        y = 1;
      }
    }

    synchronized void wrong() {
      y = 2;
    }
  }

  final Inner inner = new Inner();

  synchronized void right() {
    inner.y = 3;
  }

  synchronized void wrong(Outer other) {
    other.inner.y = 4;
  }
}

/** What a constructor makes, and what a method has just made, nobody else knows. */
/*# thread_shared */ class Making {
  static Making last /*# guarded_by Making.class */;
  int x /*# guarded_by this */;

  Making() {
    x = 1;
  }

  static Making right() {
    Making made = new Making();
    made.x = 2;
    return made;
  }

  static synchronized Making wrong() {
    Making made = new Making();
    last = made;
    made.x = 3;
    return made;
  }
}

/** A guard for the whole class. */
/*# guarded_by lock */ class ClassGuard {
  final Object lock = new Object();
  int x;

  void right() {
    synchronized (lock) {
      x = 1;
    }
  }

  synchronized void wrong() {
    x = 2;
  }
}

/** [METHOD]: what a guarded field holds, and a view of it, stays in the class. */
/*# thread_shared */ class Leak {
  final java.util.Map<String, String> map /*# guarded_by this */ = new java.util.HashMap<>();
  final int[] counts /*# guarded_by this */ = new int[10];

  synchronized void put() {
    map.put("a", "b");
    counts[0] = 1;
  }

  synchronized List<String> right() {
    return new ArrayList<>(map.keySet());
  }

  private java.util.Map<String, String> rightOwn() {
    return map;
  }

  synchronized int[] wrong() {
    return counts;
  }

  synchronized java.util.Set<String> wrongView() {
    return java.util.Collections.unmodifiableSet(map.keySet());
  }
}
