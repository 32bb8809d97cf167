import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class LockBeforeTry {
    private final Lock lock = new ReentrantLock();
    private final ReadWriteLock both = new ReentrantReadWriteLock();
    private int n;

    void bad() {
        lock.lock();  // BAD
        mayThrow();
        try {
            n++;
        } finally {
            lock.unlock();
        }
    }

    void badInside() {
        try {
            mayThrow();
            lock.lock();  // BAD
            n++;
        } finally {
            lock.unlock();
        }
    }

    void good() {
        mayThrow();
        lock.lock();
        try {
            n++;
        } finally {
            lock.unlock();
        }
    }

    void goodHarmless() {
        lock.lock();
        long now = System.nanoTime();
        try {
            n += now;
        } finally {
            lock.unlock();
        }
    }

    void trickyUpgrade() {
        both.readLock().lock();
        try {
            if (n == 0) {
                both.readLock().unlock();
                both.writeLock().lock();
                try {
                    mayThrow();
                    both.readLock().lock();  // GOOD: held before the 'try' too
                } finally {
                    both.writeLock().unlock();
                }
            }
        } finally {
            both.readLock().unlock();
        }
    }

    private void mayThrow() {
        if (n > 100) throw new IllegalStateException();
    }

    void insideOnly() {
        try {
            lock.lock();  // below the default: only taking the lock itself could throw
            System.out.println("works");
        } finally {
            lock.unlock();
        }
    }
}
