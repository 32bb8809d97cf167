package locks;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Read-write locks, their views in fields and variables; conditional acquisition; semaphores with one permit. */
class Modes {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Lock reader = rw.readLock();
    private final Lock writer = rw.writeLock();
    private final ReentrantReadWriteLock.ReadLock typed;
    private final ReentrantReadWriteLock whole = new ReentrantReadWriteLock();
    private final Lock lock = new ReentrantLock();
    private final Semaphore single = new Semaphore(1);
    private final Semaphore many = new Semaphore(8);
    private int x;

    Modes() {
        typed = whole.readLock();
    }

    int views() {
        reader.lock();
        try {
            return x;
        } finally {
            reader.unlock();
        }
    }

    void writeView() {
        writer.lock();
        x = 1;
        writer.unlock();
        x = 2;
    }

    void direct() {
        rw.writeLock().lock();
        x = 1;
        rw.readLock().lock();
        rw.writeLock().unlock();
        x = 2;
        rw.readLock().unlock();
    }

    int typedView() {
        typed.lock();
        int r = x;
        typed.unlock();
        return r;
    }

    void eitherHalf(boolean write) {
        Lock half = write ? rw.writeLock() : rw.readLock();
        half.lock();
        x = 1;
        half.unlock();
    }

    void conditional() {
        if (lock.tryLock()) {
            x = 1;
            lock.unlock();
        } else {
            x = 2;
        }
        x = 3;
    }

    boolean negated() throws InterruptedException {
        if (!lock.tryLock(1, TimeUnit.SECONDS)) {
            return false;
        }
        try {
            x = 1;
        } finally {
            lock.unlock();
        }
        return true;
    }

    void flag() {
        boolean locked = false;
        try {
            locked = lock.tryLock();
            if (locked) {
                x = 1;
            }
            x = 2;
        } finally {
            if (locked) {
                lock.unlock();
            }
        }
    }

    void spin() {
        while (!lock.tryLock()) {
            Thread.onSpinWait();
        }
        x = 1;
        lock.unlock();
    }

    void earlyReturn(boolean b) {
        lock.lock();
        if (b) {
            x = 1;
            lock.unlock();
            return;
        }
        x = 2;
        lock.unlock();
    }

    void interrupted() {
        try {
            lock.lockInterruptibly();
            x = 1;
            lock.unlock();
        } catch (InterruptedException e) {
            x = 2;
        }
    }

    void semaphores() throws InterruptedException {
        single.acquire();
        x = 1;
        single.release();
        many.acquire();
        x = 2;
        many.release();
    }

    void checked() {
        assert whole.isWriteLockedByCurrentThread();
        x = 1;
    }

    int counted() {
        if (whole.getReadHoldCount() > 0) {
            return x;
        }
        return 0;
    }

    int bothInTurn() {
        rw.readLock().lock();
        int r = x;
        rw.readLock().unlock();
        rw.writeLock().lock();
        try {
            x = r + 1;
        } finally {
            rw.writeLock().unlock();
        }
        return x;
    }
}
