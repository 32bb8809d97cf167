
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.*;
import java.util.concurrent.locks.*;

class Own {
  @GuardedBy("this") int x;
  @GuardedBy("this") void tick() { x++; }
  void m() { x++; } // BAD
  void m2() { this.x++; } // BAD
  synchronized void ok() { x++; tick(); }
  void call() { tick(); } // BAD
  void call2() { this.tick(); } // BAD
  void block() { synchronized (this) { x++; tick(); } }
  static void st(Own t) { t.x++; } // BAD
  static void stOk(Own t) { synchronized (t) { t.x++; t.tick(); } }
  static void stCall(Own t) { t.tick(); } // BAD
  void other(Own t) { synchronized (this) { t.x++; } } // BAD
  void nested() { synchronized (this) { Runnable r = () -> x++; r.run(); } }
}
class Fields {
  final Object mu = new Object();
  final Object mu2 = new Object();
  @GuardedBy("mu") int a;
  @GuardedBy("this.mu") int b;
  @GuardedBy("Fields.this.mu") int c;
  void bad() { a++; } // BAD
  void bad2() { synchronized (mu2) { b++; } } // BAD
  void bad3() { synchronized (this) { c++; } } // BAD
  void ok() { synchronized (mu) { a++; b++; c++; } }
  void ok2() { synchronized (this.mu) { a++; b++; c++; } }
}
class Stat {
  static final Object mu = new Object();
  @GuardedBy("mu") static int a;
  @GuardedBy("Stat.mu") int b;
  @GuardedBy("Stat.class") static int c;
  @GuardedBy("Stat.class") int d;
  @GuardedBy("Stat.lockOf()") int e;
  static final Object hidden = new Object();
  static Object lockOf() { return hidden; }
  void bad() { a++; } // BAD
  void bad2() { b++; } // BAD
  synchronized void bad3() { c++; } // BAD
  void bad4() { d++; } // BAD
  void bad5() { e++; } // BAD
  static synchronized void ok() { c++; }
  void ok2() { synchronized (Stat.class) { c++; d++; } synchronized (Stat.mu) { a++; b++; } synchronized (lockOf()) { e++; } }
  @GuardedBy("this") static int instanceOfStatic; // BAD
}
class Meth {
  private final Object mu = new Object();
  Object lock() { return mu; }
  @GuardedBy("lock()") int a;
  @GuardedBy("this.lock()") int b;
  void bad() { a++; } // BAD
  void ok() { synchronized (lock()) { a++; b++; } }
  void bad2() { synchronized (this) { b++; } } // BAD
}
class Outer {
  @GuardedBy("this") int z;
  class Inner {
    @GuardedBy("Outer.this") int x;
    @GuardedBy("this") int y;
    void bad() { synchronized (this) { x++; } } // BAD
    void ok() { synchronized (Outer.this) { x++; z++; } }
    void bad2() { synchronized (Outer.this) { y++; } } // BAD
    void bad3() { z++; } // BAD
  }
}
class Expl {
  final Lock lock = new ReentrantLock();
  final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  @GuardedBy("lock") int x;
  @GuardedBy("rw") boolean b;
  void bad() { x++; } // BAD
  void ok() { lock.lock(); try { x++; } finally { lock.unlock(); } }
  void afterUnlock() { lock.lock(); try { x++; } finally { lock.unlock(); } x--; } // BAD
  void before() { x--; lock.lock(); try { x++; } finally { lock.unlock(); } } // BAD
  void catchOne() { lock.lock(); try { x++; } catch (RuntimeException e) { x--; } finally { lock.unlock(); } }
  void inFinally() { lock.lock(); try { x++; } finally { lock.unlock(); x--; } } // BAD
  void rwRead() { rw.readLock().lock(); try { b = true; } finally { rw.readLock().unlock(); } } // BAD
  void rwWrite() { rw.writeLock().lock(); try { b = true; } finally { rw.writeLock().unlock(); } }
  boolean rwReads() { rw.readLock().lock(); try { return b; } finally { rw.readLock().unlock(); } }
  void mon() { synchronized (lock) { x++; } }
  void stillOpen() { if (lock.tryLock()) { try { x++; } finally { lock.unlock(); } } else { x--; } } // BAD
}
class Invalid {
  final Object mu = new Object();
  @GuardedBy("nothere") int a; // BAD
  @GuardedBy("mu.size") int b; // BAD
  @GuardedBy("foo()") int c; // BAD
  @GuardedBy("new Object()") int d; // BAD
  @GuardedBy("Nowhere.class") int e; // BAD
  @GuardedBy("a + b") int f; // BAD
  @GuardedBy("super") int g; // BAD
  @GuardedBy("Invalid") int h; // BAD
  @GuardedBy("\"mu\"") int i; // BAD
  @GuardedBy("mu ") int j;
  @GuardedBy("1") int k; // BAD
  @GuardedBy("null") int l; // BAD
  @GuardedBy("with(1)") int m; // BAD
  Object with(int i) { return mu; }
  @GuardedBy("Outer.this") int n; // BAD
  @GuardedBy("mu") static int o; // BAD
  @GuardedBy("") int p; // BAD
  @GuardedBy("nothere") void q() { } // BAD
}
class Inh { final Object base = new Object(); @GuardedBy("base") protected int w; @GuardedBy("this") void guarded() { } }
class Sub extends Inh {
  @GuardedBy("base") int v;
  void bad() { w++; } // BAD
  void bad2() { v++; } // BAD
  void ok() { synchronized (base) { w++; v++; } }
  void bad3() { guarded(); } // BAD
  synchronized void ok3() { guarded(); }
  void viaSuper() { super.guarded(); } // BAD
}
class Init {
  final Object mu = new Object();
  @GuardedBy("mu") int x = 1;
  @GuardedBy("mu") int y;
  { y = 2; }
  Init() { x = 3; }
  @GuardedBy("mu") static final int FIXED = 3; // BAD
}
class Lambdas {
  final Object mu = new Object();
  @GuardedBy("mu") int x;
  List<Runnable> kept = new ArrayList<>();
  void later() { synchronized (mu) { kept.add(() -> x++); } } // BAD
  void anon() { synchronized (mu) { kept.add(new Runnable() { public void run() { x++; } }); } } // BAD
  void inside() { kept.add(() -> { synchronized (mu) { x++; } }); }
  @GuardedBy("mu") private void priv() { x++; }
  void ref() { synchronized (mu) { kept.add(this::priv); } } // BAD
}
class Several {
  final Object a = new Object();
  final Object b = new Object();
  @GuardedBy({"a", "b"}) int x;
  void one() { synchronized (a) { x++; } } // BAD
  void both() { synchronized (a) { synchronized (b) { x++; } } }
  @GuardedBy({"a", "b"}) void m() { }
  void callsOne() { synchronized (b) { m(); } } // BAD
}
class Copy {
  @GuardedBy("this") final List<String> names = new ArrayList<>();
  void add(String n) {
    List<String> c;
    synchronized (this) { c = names; }
    c.add(n); // BAD
  }
  static class Node { @GuardedBy("Copy.this") int q; } // BAD
}
class ByLocal {
  void m() {
    final Object mu = new Object();
    @GuardedBy("mu") int x = 0;
    x++; // BAD
  }
  void run(@GuardedBy("this") List<String> l) { l.clear(); } // BAD
}
class ReassLock {
  Object mu = new Object();
  @GuardedBy("mu") int x; // BAD
  void set() { mu = new Object(); }
  void use() { synchronized (mu) { x++; } }
}
enum E { A; @GuardedBy("this") int n; void bad() { n++; } } // BAD
