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
