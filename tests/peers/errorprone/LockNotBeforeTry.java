package errorprone;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** LockNotBeforeTry: work between the lock and the try, and a lock in the try. */
class LockNotBeforeTry {
    private final Lock lock = new ReentrantLock();

    void bad() {
        lock.lock(); // BAD java/lock-not-before-try
        check();
        try {
            work();
        } finally {
            lock.unlock();
        }
    }

    void badInside() {
        try {
            lock.lock(); // BAD java/lock-not-before-try
            work();
        } finally {
            lock.unlock();
        }
    }

    void good() {
        lock.lock();
        try {
            work();
        } finally {
            lock.unlock();
        }
    }

    private void check() {
        if (System.nanoTime() == 3) throw new IllegalStateException();
    }

    private void work() { System.out.println("works"); }
}
