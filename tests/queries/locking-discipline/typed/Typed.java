import java.util.*;
import java.util.concurrent.locks.ReentrantLock;
import org.checkerframework.checker.lock.qual.*;
import org.checkerframework.dataflow.qual.*;

/** Guards of values, as annotations of types write them. */
class Basics {
  final ReentrantLock lock = new ReentrantLock();
  static class Pear { int size; final int born = 1; void grow() { size++; } }

  @GuardedBy("lock") Pear x = new Pear();
  @GuardedBy("lock") Pear y = x;
  @GuardedBy({}) Pear free = x; // BAD
  Pear plain;

  @GuardedBy("lock") Pear give() { return x; }
  Pear giveAway() { return x; } // BAD

  void bare() {
    x.grow(); // BAD
    y.grow(); // BAD
    give().grow(); // BAD
    int s = x.size; // BAD
    x.size = s; // BAD
    int b = x.born;
  }
  void held() {
    lock.lock();
    x.grow();
    y.grow();
    give().grow();
    lock.unlock();
    x.grow(); // BAD
  }
  void copies() {
    Pear p = x;
    p.grow(); // BAD
    lock.lock();
    p.grow();
    lock.unlock();
    @GuardedBy("lock") Pear q = x;
    q.size++; // BAD
  }
  void stores() {
    plain = x; // BAD
    y = x;
  }
  boolean looks() { return x == y || x == null; }
  void chosen(boolean b) {
    Pear p = b ? x : y;
    p.size = 3; // BAD
  }
  void text() {
    String s = "a " + x; // BAD
    System.out.println(x); // BAD
  }
}

class Parameters {
  final Object mine = new Object();
  static class Plum { int size; void grow() { size++; } }

  void early(@GuardedBy("mine") Plum a) {
    a.grow(); // BAD
    synchronized (mine) { a.grow(); }
  }
  @Holding("mine") void within(@GuardedBy("mine") Plum b) { b.grow(); }
  void late(@GuardedBy("mine") Plum d) { d.grow(); } // all that come here hold it
  void caller(@GuardedBy("mine") Plum e) {
    early(e);
    e.grow(); // BAD
    synchronized (mine) { within(e); late(e); }
    within(e); // BAD
  }
  static int satisfied(@GuardSatisfied Plum p) { return p.size; }
  void passes(@GuardedBy("mine") Plum p) {
    satisfied(p); // BAD
    synchronized (mine) { satisfied(p); }
  }
  static void any(@GuardedByUnknown Object o) { }
  void passesAny(@GuardedBy("mine") Plum p) { any(p); }
}

class Selfish {
  static class Fig { int size; final int born = 1; void grow() { size++; } }
  private final @GuardedBy("<self>") Fig x = new Fig();
  void walk() {
    x.grow(); // BAD
    synchronized (x) { x.grow(); }
  }
  public @GuardedBy("<self>") Fig fig() { return x; }
  public Fig leaky() { return x; } // BAD
}
class OfSelfish {
  void walk() {
    Selfish m = new Selfish();
    final @GuardedBy("<self>") Selfish.Fig o = m.fig();
    o.grow(); // BAD
    synchronized (o) { o.grow(); }
    Selfish.Fig p = m.fig();
    p.size = 1; // nobody else knows this one
    synchronized (p) { p.size = 1; }
    m.fig().grow(); // nor this one
  }
}

class Two {
  final Object lockA = new Object();
  final Object lockB = new Object();
  static class Kiwi { int size; }
  @GuardedBy("lockA") Kiwi x = new Kiwi();
  @GuardedBy({"lockA", "lockB"}) Kiwi y = new Kiwi();
  void mix() {
    y = x; // BAD
    synchronized (lockA) { x.size = 1; }
    synchronized (lockA) { y.size = 1; } // BAD
    synchronized (lockA) { synchronized (lockB) { y.size = 1; } }
  }
}

class Arrays1 {
  final Object lock = new Object();
  static class Nut { int size; }
  @GuardedBy("lock") Nut[] elems = new Nut[3];
  Nut @GuardedBy("lock") [] whole = new Nut[3];
  void use() {
    elems[0].size = 1; // BAD
    Nut n = elems[1];
    n.size = 2; // BAD
    synchronized (lock) { elems[0].size = 1; n.size = 3; }
    elems[0] = new Nut();
    whole[0] = new Nut(); // BAD
    synchronized (lock) { whole[0] = new Nut(); }
  }
}

class Locks1 {
  private final ReentrantLock lock = new ReentrantLock();
  static class Date1 { int days; }
  private @GuardedBy("lock") Date1 x = new Date1();

  @EnsuresLockHeld("lock") void enter() { lock.lock(); }
  @EnsuresLockHeld("lock") void pretends() { } // BAD
  @EnsuresLockHeldIf(expression = "lock", result = true) boolean tryEnter() { return lock.tryLock(); }
  @MayReleaseLocks void leave() { lock.unlock(); }
  @ReleasesNoLocks void claims() { lock.unlock(); } // BAD
  @LockingFree void free() { }
  @LockingFree void notFree() { synchronized (this) { } } // BAD

  void a() { enter(); x.days++; leave(); x.days++; } // BAD
  void b() {
    if (tryEnter()) { x.days++; leave(); }
    else { x.days++; } // BAD
  }
  void c() {
    if (lock.tryLock()) {
      x.days++;
      free();
      x.days++;
      leave();
      x.days++; // BAD
    }
    if (lock.isHeldByCurrentThread()) { x.days++; }
  }
}

abstract class Abstract {
  final ReentrantLock lock = new ReentrantLock();
  @GuardedBy("lock") Basics.Pear x = new Basics.Pear();
  @EnsuresLockHeld("lock") abstract void enter();
  @EnsuresLockHeldIf(expression = "lock", result = true) abstract boolean tryEnter();
  @MayReleaseLocks abstract void perhaps();
  @ReleasesNoLocks abstract void keeps();
  void a() { enter(); x.grow(); }
  void b() { if (tryEnter()) { x.grow(); } }
  void b2() {
    if (tryEnter()) { x.grow(); }
    x.grow(); // BAD
  }
  void c() {
    lock.lock();
    perhaps();
    x.grow(); // BAD
  }
  void d() { lock.lock(); keeps(); x.grow(); lock.unlock(); }
}

class Bufs {
  final ReentrantLock lock1 = new ReentrantLock(), lock2 = new ReentrantLock();
  @GuardedBy("lock1") StringBuffer name = new StringBuffer();
  @GuardedBy("lock2") StringBuffer extension = new StringBuffer();
  void both() {
    lock1.lock();
    lock2.lock();
    name.append(extension);
    lock2.unlock();
    name.append(extension); // BAD
    lock1.unlock();
  }
  void locals() {
    final Object l = new Object();
    @GuardedBy("l") StringBuilder sb = new StringBuilder();
    sb.append("x"); // BAD
    synchronized (l) { sb.append("x"); }
  }
}
