import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class WaitOutsideLoop {
    private final Lock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final List<String> queue;

    WaitOutsideLoop(List<String> queue) { this.queue = queue; }

    String badMonitor() throws InterruptedException {
        synchronized (queue) {
            if (queue.isEmpty()) {
                queue.wait();  // BAD
            }
            return queue.remove(0);
        }
    }

    String badCondition() throws InterruptedException {
        lock.lock();
        try {
            if (queue.isEmpty()) filled.await();  // BAD
            return queue.remove(0);
        } finally {
            lock.unlock();
        }
    }

    synchronized void badWithoutTest() throws InterruptedException {
        wait();  // BAD
    }

    synchronized String good() throws InterruptedException {
        while (queue.isEmpty()) {
            wait();
        }
        return queue.remove(0);
    }

    synchronized String goodInHelper() throws InterruptedException {
        while (queue.isEmpty()) pause();
        return queue.remove(0);
    }

    private void pause() throws InterruptedException {
        wait();  // GOOD: all callers loop
    }

    synchronized void goodPause() throws InterruptedException {
        wait(100);  // GOOD: a pause, nothing is tested
    }

    synchronized void awaitChange() throws InterruptedException {
        wait();  // GOOD: a wrapper, its callers know what they wait for
    }
}

/** A wait that is a delay: the test asks for the time, not for what others do. */
class Delays {
  private long delay;

  synchronized void pause() throws InterruptedException {
    if (delay > 0) {
      wait(delay); // fine
    }
  }
}

/** Endless loops, with a test before the wait. */
class Turns {
    private final List<String> letters = new java.util.ArrayList<>();
    private boolean closed;

    void bad() throws InterruptedException {
        synchronized (letters) {
            while (true) {
                if (letters.isEmpty()) letters.wait();  // BAD: then takes what may not be there
                System.out.println(letters.remove(0));
            }
        }
    }

    void badUnlessClosed() throws InterruptedException {
        while (!closed) {
            synchronized (letters) {
                if (letters.isEmpty()) {
                    letters.wait();  // BAD
                }
                System.out.println(letters.remove(0));
                letters.notifyAll();
            }
        }
    }

    void goodElse() throws InterruptedException {
        synchronized (letters) {
            for (;;) {
                if (letters.isEmpty()) letters.wait();
                else System.out.println(letters.remove(0));
            }
        }
    }

    void goodContinue() throws InterruptedException {
        synchronized (letters) {
            for (;;) {
                if (letters.isEmpty()) {
                    letters.wait();
                    continue;
                }
                System.out.println(letters.remove(0));
            }
        }
    }

    void goodAgain() throws InterruptedException {
        for (;;) {
            synchronized (letters) {
                if (letters.isEmpty()) letters.wait();
                if (!letters.isEmpty()) System.out.println(letters.remove(0));
            }
        }
    }

    void goodLeaves() throws InterruptedException {
        synchronized (letters) {
            for (;;) {
                if (!letters.isEmpty()) break;
                letters.wait();
            }
            System.out.println(letters.remove(0));
        }
    }
}
