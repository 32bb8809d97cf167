import java.util.*;
import java.util.function.Supplier;
import java.util.concurrent.locks.*;
import com.google.errorprone.annotations.concurrent.GuardedBy;

class Chain {
  final Object lock = new Object();
  Chain next; final Chain fixed = null;
  @GuardedBy("lock") int x;
  void a(Chain c) { synchronized (c.lock) { c.x++; } }
  void b(Chain c) { synchronized (c.fixed.lock) { c.fixed.x++; } }
  void cBad(Chain c) { synchronized (c.lock) { c.fixed.x++; } } // BAD
  void d(Chain c, Chain d) { synchronized (c.lock) { d.x++; } } // BAD
  Chain get() { return fixed; }
  void e() { synchronized (get().lock) { get().x++; } }
  void f(Chain[] cs) { synchronized (cs[0].lock) { cs[0].x++; } }
  void g(Chain[] cs) { synchronized (cs[0].lock) { cs[1].x++; } } // BAD
}
class TryRes implements AutoCloseable {
  final ReentrantLock lock = new ReentrantLock();
  @GuardedBy("lock") int x;
  TryRes open() { lock.lock(); return this; }
  public void close() { lock.unlock(); }
  void use() { try (TryRes t = open()) { x++; } }
  void bad() { try (TryRes t = open()) { } x++; } // BAD
}
class Flow {
  final Lock lock = new ReentrantLock();
  @GuardedBy("lock") int x;
  void cond(boolean b) { if (b) lock.lock(); x++; if (b) lock.unlock(); } // BAD
  void ret(boolean b) { lock.lock(); try { if (b) return; x++; } finally { lock.unlock(); } }
  void sw(int i) { lock.lock(); try { switch (i) { case 1: x++; break; default: x--; } } finally { lock.unlock(); } }
  void loop() { for (int i = 0; i < 3; i++) { lock.lock(); try { x++; } finally { lock.unlock(); } } }
  void whileBad() { while (x > 0) { lock.lock(); try { x--; } finally { lock.unlock(); } } } // BAD
  void inter() throws InterruptedException { lock.lockInterruptibly(); try { x++; } finally { lock.unlock(); } }
  void timed() throws InterruptedException { if (lock.tryLock(1, java.util.concurrent.TimeUnit.SECONDS)) { try { x++; } finally { lock.unlock(); } } }
  void untried() { lock.tryLock(); x++; lock.unlock(); } // BAD
  void notTried() { if (!lock.tryLock()) return; try { x++; } finally { lock.unlock(); } }
  void notTriedBad() { if (!lock.tryLock()) { x++; return; } lock.unlock(); } // BAD
}
class Nested {
  @GuardedBy("this") private int x;
  static class Builder { Nested n = new Nested(); void m() { n.x = 3; } } // BAD
  class In { void m() { x = 3; } synchronized void own() { x = 4; } void ok() { synchronized (Nested.this) { x = 5; } } } // BAD
  Runnable r = new Runnable() { public void run() { x++; } }; // BAD
  Supplier<Integer> s = () -> x; // BAD
  synchronized Supplier<Integer> give() { return () -> x; } // BAD
  void each(List<String> l) { synchronized (this) { l.forEach(y -> x++); } }
  int get() { return x; } // BAD
  @Override public synchronized String toString() { return "" + x; }
  @Override public int hashCode() { return x; } // BAD
  @Override public boolean equals(Object o) { return o instanceof Nested && ((Nested) o).x == x; } // BAD
}
class Params {
  static class Res { final Object mu = new Object(); @GuardedBy("mu") int n; }
  @GuardedBy("r.mu") void need(Res r) { r.n++; }
  void ok(Res r) { synchronized (r.mu) { need(r); } }
  void bad(Res r) { need(r); } // BAD
  void bad2(Res r, Res s) { synchronized (s.mu) { need(r); } } // BAD
}
class Supr { protected final Object mu = new Object(); @GuardedBy("mu") protected void m() { } }
class SubOver extends Supr {
  @Override @GuardedBy("mu") protected void m() { super.m(); }
  void bad() { m(); } // BAD
  void ok() { synchronized (mu) { m(); } }
}
class Cond {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition c = lock.newCondition();
  @GuardedBy("lock") private boolean ready;
  void await() throws InterruptedException { lock.lock(); try { while (!ready) c.await(); ready = false; } finally { lock.unlock(); } }
  void signalBad() { ready = true; lock.lock(); try { c.signalAll(); } finally { lock.unlock(); } } // BAD
}
class StatInit { static final Object mu = new Object(); @GuardedBy("mu") static int n; static { n = 1; } static void bad() { n = 2; } static int badRead() { return StatInit.n; } } // BAD
class Stamp {
  final StampedLock sl = new StampedLock();
  @GuardedBy("sl") int x;
  void w() { long s = sl.writeLock(); try { x++; } finally { sl.unlockWrite(s); } }
  int r() { long s = sl.readLock(); try { return x; } finally { sl.unlockRead(s); } }
  void bad() { long s = sl.readLock(); try { x++; } finally { sl.unlockRead(s); } } // BAD
}
class Supp { @GuardedBy("this") int x; @SuppressWarnings("GuardedBy") void m() { x++; } }
class Rec { final Object mu = new Object(); @GuardedBy("mu") int x; void m() { synchronized (mu) { n(); } } private void n() { x++; } private void o() { x--; } void p() { o(); } } // BAD
