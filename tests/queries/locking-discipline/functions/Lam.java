import org.checkerframework.checker.lock.qual.GuardedBy;
class Lam {
  static class Cell { int v; }
  final Object lock = new Object();
  @javax.annotation.concurrent.GuardedBy("lock") int x;
  @GuardedBy("lock") Cell c = new Cell();
  void lam() { Runnable r = () -> x++; r.run(); } // BAD
  void lam2() { Runnable r = () -> { c.v++; }; r.run(); } // BAD
  void lam3() { Runnable r = () -> c.v++; r.run(); } // BAD
  void lam4() { Runnable r = () -> c.v = 3; r.run(); } // BAD
  void lam5(java.util.List<String> l) { l.forEach(y -> c.v++); } // BAD
  void lam6(java.util.List<String> l) { l.forEach(y -> x++); } // BAD
  void lam7(java.util.List<String> l) { synchronized (lock) { l.forEach(y -> c.v++); } }
}
