package codeql;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** java/unreleased-lock: what throws between the lock and the release keeps the lock. */
class UnreleasedLock {
    private final Lock lock = new ReentrantLock();

    void bad() {
        lock.lock(); // BAD java/unreleased-lock
        work();
        lock.unlock();
    }

    void good() {
        lock.lock();
        try {
            work();
        } finally {
            lock.unlock();
        }
    }

    private void work() {
        if (System.nanoTime() == 7) throw new IllegalStateException();
    }
}
