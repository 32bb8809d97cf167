import java.util.concurrent.locks.*;
import org.checkerframework.checker.lock.qual.EnsuresLockHeld;
import org.checkerframework.checker.lock.qual.EnsuresLockHeldIf;
import org.checkerframework.checker.lock.qual.GuardSatisfied;
import org.checkerframework.checker.lock.qual.GuardedBy;
import org.checkerframework.checker.lock.qual.GuardedByUnknown;
import org.checkerframework.checker.lock.qual.Holding;
import org.checkerframework.checker.lock.qual.LockingFree;
import org.checkerframework.checker.lock.qual.MayReleaseLocks;
import org.checkerframework.checker.lock.qual.ReleasesNoLocks;

class Cell { int v; Cell next; final Object id = new Object(); Object get() { return id; } static void util() { } }

class Holds {
  final Object lock1 = new Object(), lock2 = new Object();
  static final Object slock = new Object();
  @Holding("lock1") void h1() { }
  @Holding({"lock1", "lock2"}) void h12() { }
  @Holding("this.lock2") void h2() { }
  @Holding("Holds.slock") static void hs() { }
  @Holding("Holds.class") static void hc() { }
  @Holding("this") void ht() { }
  @Holding("#1") void hp(Object o) { }
  @Holding("#1.lock1") void hpf(Holds o) { }
  @Holding("#2") void hp2(Object o, Object p) { }
  void bad1() { h1(); } // BAD
  void bad12() { synchronized (lock1) { h12(); } } // BAD
  void ok12() { synchronized (lock1) { synchronized (lock2) { h12(); h1(); h2(); } } }
  void bads() { hs(); } // BAD
  void oks() { synchronized (slock) { hs(); } }
  static synchronized void okc() { hc(); }
  synchronized void badc() { hc(); } // BAD
  synchronized void okt() { ht(); }
  void badt() { ht(); } // BAD
  void badp(Object o) { hp(o); } // BAD
  void okp(Object o) { synchronized (o) { hp(o); } }
  void okpf(Holds h) { synchronized (h.lock1) { hpf(h); } }
  void badpf(Holds h) { synchronized (lock1) { hpf(h); } } // BAD
  void badp2(Object o, Object q) { synchronized (o) { hp2(o, q); } } // BAD
  void otherOk(Holds h) { synchronized (h.lock1) { h.h1(); } }
  void otherBad(Holds h) { synchronized (lock1) { h.h1(); } } // BAD
  @Holding("lock1") void passes() { h1(); h12(); } // BAD
}
class HSub extends Holds {
  @Override void h1() { }
  @Override @Holding({"lock1", "lock2"}) void h2() { }
  void bad() { super.h1(); } // BAD
}
class Sats {
  final Object lock = new Object();
  @GuardedBy("lock") Cell c = new Cell();
  void sat(@GuardSatisfied Cell x) { x.v = 1; }
  void unk(@GuardedByUnknown Cell x) { Object o = x; }
  void bad() { sat(c); } // BAD
  void ok() { synchronized (lock) { sat(c); } unk(c); }
  void eq() { if (c == null) return; boolean b = c == c; }
  void chain() { c.next.v = 1; } // BAD
  void chainOk() { synchronized (lock) { c.next.v = 1; } }
  void sget() { Object o = c.get(); } // BAD
  void stat() { c.util(); }
  void cast() { ((Cell) c).v = 1; } // BAD
  void inst() { boolean b = c instanceof Cell; }
  void cond(boolean b) { (b ? c : c).v = 1; } // BAD
  void paren() { (c).v = 1; } // BAD
  void assignExpr() { Cell d; (d = c).v = 2; } // BAD
  void incr() { c.v++; } // BAD
  void comp() { c.v += 2; } // BAD
  void read() { int i = c.v + 1; } // BAD
  void lam() { Runnable r = () -> c.v++; r.run(); } // BAD
  void syncOn() { synchronized (c) { } }
  void thr() { synchronized (lock) { new Thread(() -> c.v = 3).start(); } } // BAD
}
class LocalsCf {
  void m() {
    final ReentrantLock l = new ReentrantLock();
    @GuardedBy("l") Cell c = new Cell();
    c.v = 1; // BAD
    l.lock();
    c.v = 2;
    l.unlock();
    c.v = 3; // BAD
  }
  void p(@GuardedBy("#2") Cell c, Object l) {
    synchronized (l) { c.v = 1; }
    c.v = 2; // BAD
  }
  void self(@GuardedBy("<self>") Cell c) {
    c.v = 1; // BAD
    synchronized (c) { c.v = 2; }
  }
  void selfArr(@GuardedBy("<self>") Cell[] cs) {
    cs[0].v = 1; // BAD
  }
}
class Rets {
  final Object lock = new Object();
  private @GuardedBy("lock") Cell c = new Cell();
  @GuardedBy("lock") Cell good() { return c; }
  Cell bad() { return c; } // BAD
  @GuardedBy("this") Cell bad2() { return c; } // BAD
  void use() { good().v = 1; } // BAD
  void use2() { synchronized (lock) { good().v = 1; } }
  void use3() { Cell x = good(); x.v = 2; } // BAD
  static void use4(Rets r) { r.good().v = 1; } // BAD
  static void use5(Rets r) { synchronized (r.lock) { r.good().v = 1; } }
  static void use6(Rets r, Rets s) { synchronized (s.lock) { r.good().v = 1; } } // BAD
}
class Assigns {
  final Object a = new Object(), b = new Object();
  @GuardedBy("a") Cell x;
  @GuardedBy("b") Cell y;
  Cell z;
  @GuardedBy({}) Cell w;
  void m1() { x = y; } // BAD
  void m2() { z = x; } // BAD
  void m3() { x = z; } // BAD
  void m4() { w = x; } // BAD
  void m5() { x = w; } // BAD
  void m6() { x = new Cell(); }
  void m7() { x = null; }
  void m8(@GuardedBy("a") Cell p) { x = p; }
  void m9(@GuardedBy("b") Cell p) { x = p; } // BAD
  void m10(Cell p) { x = p; } // BAD
  void take(@GuardedBy("a") Cell p) { }
  void m11() { take(y); } // BAD
  void m12() { take(x); }
  void m13() { take(z); } // BAD
  void m14() { take(new Cell()); }
  void plain(Cell p) { }
  void m15() { Cell l = y; x = l; } // BAD
}
class Ens {
  final ReentrantLock lock = new ReentrantLock();
  @GuardedBy("lock") Cell c = new Cell();
  @EnsuresLockHeldIf(expression = "lock", result = false) boolean failed() { return !lock.tryLock(); }
  void f1() { if (failed()) { c.v = 1; } } // BAD
  void f2() { if (!failed()) { c.v = 1; lock.unlock(); } }
  void f3() { if (failed()) return; c.v = 1; lock.unlock(); }
  void h1() { if (lock.isHeldByCurrentThread()) { c.v = 1; } else { c.v = 2; } } // BAD
  void h2() { if (Thread.holdsLock(this)) { c.v = 1; } } // BAD
  void ifnot() { if (!lock.isHeldByCurrentThread()) return; c.v = 1; }
  void andd(boolean b) { if (b && lock.tryLock()) { c.v = 1; lock.unlock(); } }
  void orr(boolean b) { if (b || lock.tryLock()) { c.v = 1; } } // BAD
  void ass() { assert lock.isHeldByCurrentThread(); c.v = 1; }
}
class MyLock extends ReentrantLock {
  @GuardedBy("this") Cell c = new Cell();
  void bad() { c.v = 1; } // BAD
  void ok() { lock(); try { c.v = 1; } finally { unlock(); } }
}
class SideEffects {
  Object lock = new Object();
  final Object other = new Object();
  @GuardedBy("lock") Cell c = new Cell(); // BAD
  void re() { synchronized (lock) { c.v = 1; lock = new Object(); c.v = 2; } } // BAD
  void change() { lock = new Object(); }
  void viaCall() { synchronized (lock) { change(); c.v = 1; } } // BAD
  void ok() { synchronized (lock) { noChange(); c.v = 1; } }
  void noChange() { }
}
