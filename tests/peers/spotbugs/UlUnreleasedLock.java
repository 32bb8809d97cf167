package spotbugs;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** UL_UNRELEASED_LOCK, UL_UNRELEASED_LOCK_EXCEPTION_PATH: a way on which the lock is kept. */
class UlUnreleasedLock {
    private final Lock lock = new ReentrantLock();
    private int count;

    boolean bad(int n) {
        lock.lock(); // BAD java/unreleased-lock
        if (n < 0) {
            return false;
        }
        count += n;
        lock.unlock();
        return true;
    }

    void badThrow(int n) {
        lock.lock(); // BAD java/unreleased-lock
        check(n);
        lock.unlock();
    }

    private void check(int n) {
        if (n < 0) throw new IllegalArgumentException();
    }

    void good(int n) {
        lock.lock();
        try {
            check(n);
            count += n;
        } finally {
            lock.unlock();
        }
    }
}
