/**
 * Figure 4: `m1` holds `a` and calls `m2`, whose two calls take `b` one after the other. No value goes from one to the
 * other, so that only the query for all such blocks tells it.
 */
class Chain {
  private final Object a = new Object();
  private final Object b = new Object();
  private int value;

  void m1() {
    synchronized (a) {
      m2();
    }
  }

  void m2() {
    m3();
    m4(); // BAD for LockTakenTwice
  }

  private void m3() {
    synchronized (a) {
      m5();
    }
  }

  private void m4() {
    synchronized (a) {
      m5();
    }
  }

  private void m5() {
    synchronized (b) {
      value++;
    }
  }
}

/** A variant without a context: no finding. */
class ChainWithoutContext {
  private final Object b = new Object();
  private int value;

  void m1() { m2(); }

  void m2() {
    m5();
    m5();
  }

  private void m5() {
    synchronized (b) {
      value++;
    }
  }
}

/** The context releases itself: nothing is promised across a wait. */
class Waiting {
  private final Object b = new Object();
  private boolean ready;
  private int value;

  synchronized int await() throws InterruptedException {
    int before = read();
    while (!ready) wait();
    return before + read();
  }

  private int read() {
    synchronized (b) {
      return value;
    }
  }
}
