import java.util.Queue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class Unreleased {
    private final Lock lock = new ReentrantLock();
    private final Lock lost = new ReentrantLock();
    private final ReadWriteLock both = new ReentrantReadWriteLock();
    private final Queue<String> queue;

    Unreleased(Queue<String> queue) { this.queue = queue; }

    String badReturn() {
        lock.lock();  // BAD
        if (queue.isEmpty()) return null;
        String s = queue.poll();
        lock.unlock();
        return s;
    }

    void badThrow() {
        lock.lock();  // BAD
        if (queue.isEmpty()) {
            throw new IllegalStateException();
        }
        lock.unlock();
    }

    void badCall() {
        lock.lock();  // BAD
        mayThrow();
        lock.unlock();
    }

    void badNever() {
        lost.lock();  // BAD
        queue.clear();
    }

    void badMode() {
        both.writeLock().lock();  // BAD
        if (queue.isEmpty()) {
            both.readLock().unlock();
            return;
        }
        both.writeLock().unlock();
    }

    boolean badTry() {
        if (lock.tryLock()) {  // BAD
            if (queue.isEmpty()) return false;
            lock.unlock();
        }
        return true;
    }

    String good() {
        lock.lock();
        try {
            mayThrow();
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    boolean goodTry() {
        if (!lock.tryLock()) return false;
        try {
            mayThrow();
            return true;
        } finally {
            lock.unlock();
        }
    }

    void goodQuick() {
        lock.lock();
        int n = queue.size();  // GOOD: nothing here throws
        lock.unlock();
        System.out.println(n);
    }

    void goodFlag() {
        boolean locked = false;
        try {
            mayThrow();
            lock.lock();
            locked = true;
            mayThrow();
        } finally {
            if (locked) lock.unlock();
        }
    }

    void goodHelper() {
        lock.lock();
        try {
            mayThrow();
        } finally {
            release();
        }
    }

    private void release() { lock.unlock(); }

    void lockIt() {
        lock.lock();  // GOOD: for the caller, who has unlockIt
    }

    void unlockIt() { lock.unlock(); }

    void interruptible() throws InterruptedException {
        lock.lockInterruptibly();  // GOOD: if it throws, the lock is not held
        try {
            mayThrow();
        } finally {
            lock.unlock();
        }
    }

    private void mayThrow() {
        if (queue.size() > 100) throw new IllegalStateException();
    }
}
