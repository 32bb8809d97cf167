package codeql;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** java/wait-on-condition-interface: the wait of objects on a condition of a lock. */
class CallsToConditionWait {
    private final Lock lock = new ReentrantLock();
    private final Condition full = lock.newCondition();
    private boolean filled;

    void bad() throws InterruptedException {
        synchronized (full) {
            while (!filled) {
                full.wait(); // BAD java/wait-on-condition-interface
            }
        }
    }

    void good() throws InterruptedException {
        lock.lock();
        try {
            while (!filled) {
                full.await();
            }
        } finally {
            lock.unlock();
        }
    }

    void fill() {
        lock.lock();
        try {
            filled = true;
            full.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
