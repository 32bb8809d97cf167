import java.util.concurrent.locks.*;

/** Each expression has one path: the simplest name that certainly is its object's. */
class Paths {
  private final Paths next = new Paths();
  private final Object mutex = this;
  private final Object lock = new Object();
  private final Object sameLock = lock;
  private Object renewed = new Object();
  private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
  private final Lock reads = both.readLock();
  private final Object[] stripes = {new Object(), new Object()};
  private static final Object SHARED = new Object();

  Object getLock() {
    return lock;
  }

  Object getRenewed() {
    return renewed;
  }

  static Object shared() {
    return SHARED;
  }

  static Object made() {
    return new Object();
  }

  void renew() {
    renewed = new Object();
  }

  void fields(Paths other, int i) {
    synchronized (mutex) { } // this
    synchronized (sameLock) { } // this.lock
    synchronized (getLock()) { } // this.lock
    synchronized (getRenewed()) { } // a method that gives what is assigned: this.getRenewed()
    synchronized (other.next.getLock()) { }
    synchronized (shared()) { }
    synchronized (made()) { }
    synchronized (Paths.class) { }
    synchronized (stripes[0]) { }
    synchronized (stripes[i]) { }
    synchronized ((Object) (other.mutex)) { }
    reads.lock();
    reads.unlock();
    both.writeLock().lock();
    both.writeLock().unlock();
  }

  void variables(Paths other) {
    Object mine = getLock();
    synchronized (mine) { } // this.lock
    Lock write = other.both.writeLock();
    write.lock(); // other.both
    write.unlock();
    Object current = renewed;
    synchronized (current) { } // current: what it was read from may be assigned
    Object either = lock;
    either = SHARED;
    synchronized (either) { }
  }

  class Inner {
    void around() {
      synchronized (lock) { } // Paths.this.lock
      synchronized (Paths.this) { }
      synchronized (this) { }
    }
  }

  void handed(Paths other) {
    Object mine = lock;
    new Thread() {
      public void run() {
        synchronized (mine) { } // mine: `this` is another object here
      }
    }.start();
    Runnable task = () -> {
      synchronized (mine) { } // this.lock
    };
    task.run();
  }
}
