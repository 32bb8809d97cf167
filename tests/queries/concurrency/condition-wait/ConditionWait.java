import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

class ConditionWait {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Object monitor = new Object();

    void bad() throws InterruptedException {
        lock.lock();
        try {
            changed.wait();  // BAD
            changed.notify();  // BAD
            lock.newCondition().notifyAll();  // BAD
        } finally {
            lock.unlock();
        }
    }

    void good() throws InterruptedException {
        lock.lock();
        try {
            changed.await();
            changed.signal();
        } finally {
            lock.unlock();
        }
        synchronized (monitor) {
            monitor.notifyAll();
        }
    }

    interface Condition2 { void await(); }

    void tricky(Condition2 c) {
        synchronized (c) {
            c.notifyAll();  // GOOD: another type of that sort of name
        }
    }
}
