import java.util.concurrent.locks.*;

/** Explicit locks are blocks from acquisition to release. */
class Explicit {
  private final Lock lock = new ReentrantLock();
  private final ReadWriteLock guard = new ReentrantReadWriteLock();
  private final Gauge gauge = new Gauge();
  private int total;

  int sum() {
    lock.lock();
    try {
      int low = gauge.low();
      return low + gauge.high(); // BAD
    } finally {
      lock.unlock();
    }
  }

  int afterwards() {
    int low;
    lock.lock();
    try {
      low = gauge.low();
    } finally {
      lock.unlock();
    }
    return low + gauge.highAlone(); // the context is over
  }

  int tried() {
    if (lock.tryLock()) {
      try {
        int low = gauge.low();
        return low + gauge.highTried(); // BAD
      } finally {
        lock.unlock();
      }
    }
    return gauge.low() + gauge.highTried(); // not held
  }

  /** Without the lock of the context. */
  public void clear() {
    guard.writeLock().lock();
    total = 0;
    guard.writeLock().unlock();
  }

  synchronized void twice() {
    guard.readLock().lock();
    int before = total;
    guard.readLock().unlock();
    guard.writeLock().lock(); // BAD
    total = before + 1;
    guard.writeLock().unlock();
  }

  synchronized void nested() {
    guard.writeLock().lock();
    try {
      guard.readLock().lock(); // held already
      int before = total;
      guard.readLock().unlock();
      total = before + 1;
    } finally {
      guard.writeLock().unlock();
    }
  }
}

class Gauge {
  private final Lock lock = new ReentrantLock();
  private int low, high;

  void set(int low, int high) {
    lock.lock();
    this.low = low;
    this.high = high;
    lock.unlock();
  }

  int low() {
    lock.lock();
    try { return low + high - high; } finally { lock.unlock(); }
  }

  int high() {
    lock.lock();
    try { return high + low - low; } finally { lock.unlock(); }
  }

  int highTried() {
    lock.lock();
    try { return high + low - low; } finally { lock.unlock(); }
  }

  int highAlone() {
    lock.lock();
    try { return high + low - low; } finally { lock.unlock(); }
  }
}

/** Two fields that hold the views of one lock: the read lock is no other lock while the write lock is held. */
class Views {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock readLock = lock.readLock();
  private final Lock writeLock = lock.writeLock();
  private int value;

  int value() {
    readLock.lock();
    try { return value; } finally { readLock.unlock(); }
  }

  void increment() {
    writeLock.lock();
    try {
      int before = value();
      value = before + value();
    } finally {
      writeLock.unlock();
    }
  }
}

/** A local variable that is assigned once is the lock that it was read from; what a method makes is another one each time. */
class Renamed {
  private final ReadWriteLock guard = new ReentrantReadWriteLock();
  private int total;

  synchronized void copies() {
    Lock read = guard.readLock();
    read.lock();
    int before = total;
    read.unlock();
    Lock write = guard.writeLock();
    write.lock(); // BAD: both are halves of 'guard'
    total = before + 1;
    write.unlock();
  }

  /** Without the lock of the context. */
  public void reset() {
    guard.writeLock().lock();
    total = 0;
    guard.writeLock().unlock();
  }

  private Object made() {
    return new Object();
  }

  synchronized void others() {
    int before;
    synchronized (made()) {
      before = total;
    }
    synchronized (made()) { // another lock
      total = before + 1;
    }
  }
}
