package locks;

import java.util.concurrent.locks.StampedLock;

/** Stamped locks: plain, optimistic with validation, conversion, as views. */
class Stamped {
    private final StampedLock lock = new StampedLock();
    private int x;

    void write() {
        long stamp = lock.writeLock();
        try {
            x = 1;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int read() {
        long stamp = lock.readLock();
        int r = x;
        lock.unlockRead(stamp);
        return r;
    }

    int optimistic() {
        long stamp = lock.tryOptimisticRead();
        int r = x;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                r = x;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return r;
    }

    int neverValidated() {
        long stamp = lock.tryOptimisticRead();
        return x;
    }

    int loop() {
        long stamp = lock.tryOptimisticRead();
        try {
            for (;; stamp = lock.readLock()) {
                if (stamp == 0L) {
                    continue;
                }
                int r = x;
                if (!lock.validate(stamp)) {
                    continue;
                }
                return r;
            }
        } finally {
            if (StampedLock.isReadLockStamp(stamp)) {
                lock.unlockRead(stamp);
            }
        }
    }

    void convert() {
        long stamp = lock.readLock();
        long other = lock.tryConvertToWriteLock(stamp);
        if (other != 0L) {
            x = 1;
        }
        lock.unlock(other);
    }

    void tryWrite() {
        long stamp = lock.tryWriteLock();
        if (stamp == 0) {
            return;
        }
        x = 1;
        lock.unlock(stamp);
    }

    void view() {
        lock.asWriteLock().lock();
        x = 1;
        lock.asWriteLock().unlock();
    }
}
