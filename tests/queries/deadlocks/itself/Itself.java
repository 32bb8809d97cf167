import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

class Stamped {
    private final StampedLock lock = new StampedLock();
    private int n;

    void twice() {
        long outer = lock.writeLock();
        long inner = lock.writeLock();  // BAD
        lock.unlockWrite(inner);
        lock.unlockWrite(outer);
    }

    int readInWrite() {
        long s = lock.writeLock();
        try {
            return read();  // BAD
        } finally {
            lock.unlockWrite(s);
        }
    }

    int read() {
        long s = lock.readLock();
        try { return n; } finally { lock.unlockRead(s); }
    }

    int readTwice() {
        long s = lock.readLock();
        try { return read(); } finally { lock.unlockRead(s); }  // GOOD, if no writer waits
    }

    void oneAfterTheOther() {
        long s = lock.writeLock();
        n++;
        lock.unlockWrite(s);
        read();  // GOOD
    }

    void tries() {
        long s = lock.writeLock();
        try {
            if (lock.tryWriteLock() != 0) throw new IllegalStateException();  // GOOD: does not wait
        } finally {
            lock.unlockWrite(s);
        }
    }
}

class OnePermit {
    private static final Semaphore PERMIT = new Semaphore(1);
    private final Semaphore five = new Semaphore(5);
    private static int n;

    static void outer() throws InterruptedException {
        PERMIT.acquire();
        try {
            inner();  // BAD
        } finally {
            PERMIT.release();
        }
    }

    static void inner() throws InterruptedException {
        PERMIT.acquire();
        try { n++; } finally { PERMIT.release(); }
    }

    void goodPermits() throws InterruptedException {
        five.acquire();
        five.acquire();
        five.release(2);
    }
}

class Views {
    private final StampedLock lock = new StampedLock();
    private final Lock writing = lock.asWriteLock();
    private final ReentrantReadWriteLock pair = new ReentrantReadWriteLock();

    void views() {
        writing.lock();
        try {
            writing.lock();  // BAD: a view of a lock that is not reentrant
            writing.unlock();
        } finally {
            writing.unlock();
        }
    }

    void reentrant() {
        pair.writeLock().lock();
        pair.writeLock().lock();  // GOOD
        pair.readLock().lock();  // GOOD
        pair.readLock().unlock();
        pair.writeLock().unlock();
        pair.writeLock().unlock();
    }
}
