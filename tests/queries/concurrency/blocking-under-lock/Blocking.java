import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

interface ChangeListener {
  void changed();
}

class Blocking {
  private final Lock lock = new ReentrantLock();
  private final List<ChangeListener> listeners = new ArrayList<>();
  private final BlockingQueue<String> queue = null;
  private Thread worker;
  private int n;

  synchronized void stop() throws InterruptedException {
    worker.join(); // BAD
  }

  void stopOutside() throws InterruptedException {
    Thread stopped;
    synchronized (this) {
      stopped = worker;
    }
    stopped.join(); // fine
  }

  int result(Future<Integer> task) throws Exception {
    lock.lock();
    try {
      return n + task.get(); // BAD
    } finally {
      lock.unlock();
    }
  }

  int resultOutside(Future<Integer> task) throws Exception {
    int result = task.get(); // fine
    lock.lock();
    try {
      return n + result;
    } finally {
      lock.unlock();
    }
  }

  synchronized void through(CountDownLatch latch) throws InterruptedException {
    pause(latch);
  }

  private void pause(CountDownLatch latch) throws InterruptedException {
    latch.await(); // BAD: 'through' holds the monitor
  }

  void tell() {
    synchronized (listeners) {
      for (ChangeListener listener : listeners) {
        listener.changed(); // BAD: code of others
      }
    }
  }

  void tellOutside() {
    List<ChangeListener> copy;
    synchronized (listeners) {
      copy = new ArrayList<>(listeners);
    }
    for (ChangeListener listener : copy) {
      listener.changed(); // fine
    }
  }

  synchronized Runnable later() {
    return () -> {
      try {
        queue.take(); // fine: run later
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  synchronized void waits() throws InterruptedException {
    while (n == 0) {
      wait(); // fine: gives the lock back
    }
  }
}

/** A lock that nobody else takes. */
class Alone {
  private InetAddress address;

  synchronized void resolve(String name) throws Exception {
    address = InetAddress.getByName(name); // fine
  }
}

/** Code of others, that they have registered, with a lock in hand. */
class Foreign {
    interface Ear { void hears(String s); }

    private final java.util.List<java.util.function.Consumer<String>> consumers = new java.util.ArrayList<>();
    private final java.util.Map<String, Ear> ears = new java.util.HashMap<>();
    private final java.util.List<Runnable> own = new java.util.ArrayList<>();
    private Runnable atEnd;
    private int n;

    synchronized void add(java.util.function.Consumer<String> c) { consumers.add(c); }

    synchronized void addEar(String name, Ear e) { ears.put(name, e); }

    synchronized void setAtEnd(Runnable r) { atEnd = r; }

    synchronized void badLoop() {
        for (java.util.function.Consumer<String> c : consumers) c.accept("a");  // BAD
    }

    synchronized void badIterator() {
        java.util.Iterator<Ear> all = ears.values().iterator();
        while (all.hasNext()) all.next().hears("b");  // BAD
    }

    synchronized void badFunction() {
        consumers.forEach(c -> c.accept("c"));  // BAD
    }

    synchronized void badEnd() {
        atEnd.run();  // BAD
    }

    void goodCopy() {
        java.util.List<java.util.function.Consumer<String>> copy;
        synchronized (this) { copy = new java.util.ArrayList<>(consumers); }
        for (java.util.function.Consumer<String> c : copy) c.accept("d");  // GOOD
    }

    synchronized void goodOwn() {
        own.add(() -> n++);
        for (Runnable r : own) r.run();  // GOOD: nobody else gives any
    }
}
