import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class WaitTwoLocks {
    private final Object pool = new Object();
    private final Object queue = new Object();
    private final Lock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean ready;

    void badNested() throws InterruptedException {
        synchronized (pool) {
            synchronized (queue) {
                while (!ready) queue.wait();  // BAD
            }
        }
    }

    synchronized void badMethod() throws InterruptedException {
        synchronized (queue) {
            while (!ready) queue.wait();  // BAD
        }
    }

    synchronized void badCondition() throws InterruptedException {
        lock.lock();
        try {
            while (!ready) changed.await();  // BAD
        } finally {
            lock.unlock();
        }
    }

    synchronized void good() throws InterruptedException {
        synchronized (this) {
            while (!ready) wait();  // GOOD: one monitor, taken twice
        }
    }

    void alsoGood() throws InterruptedException {
        synchronized (pool) {
            ready = false;
        }
        synchronized (queue) {
            while (!ready) queue.wait();
        }
    }

    void tricky() throws InterruptedException {
        Object q = queue;
        synchronized (q) {
            while (!ready) queue.wait();  // GOOD: the same object under another name
        }
    }
}
