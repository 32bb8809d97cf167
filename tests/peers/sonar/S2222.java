package sonar;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** S2222: a branch that keeps the lock. */
class S2222 {
    private final Lock lock = new ReentrantLock();
    private boolean initialised;

    void bad() {
        lock.lock(); // BAD java/unreleased-lock
        if (!initialised) {
            initialised = true;
            lock.unlock();
        }
    }

    void good() {
        lock.lock();
        try {
            initialised = true;
        } finally {
            lock.unlock();
        }
    }
}
