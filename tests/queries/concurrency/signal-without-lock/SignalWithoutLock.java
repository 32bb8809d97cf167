import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class SignalWithoutLock {
    private final Lock lock = new ReentrantLock();
    private final Lock other = new ReentrantLock();
    private final Condition ready = lock.newCondition();
    private final ReentrantReadWriteLock pair = new ReentrantReadWriteLock();
    private final Condition written = pair.writeLock().newCondition();

    void bad() {
        ready.signalAll();  // BAD
    }

    void badOtherLock() {
        other.lock();
        try {
            ready.signal();  // BAD: another lock
        } finally {
            other.unlock();
        }
    }

    void badTooLate() {
        lock.lock();
        lock.unlock();
        ready.signal();  // BAD: the lock is given back
    }

    void badAwait() throws InterruptedException {
        while (true) ready.await();  // BAD
    }

    void badReader() {
        written.signal();  // BAD
    }

    void good() {
        lock.lock();
        try {
            ready.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void goodWriter() {
        pair.writeLock().lock();
        try {
            written.signal();
        } finally {
            pair.writeLock().unlock();
        }
    }

    private void wake() {
        ready.signal();  // GOOD: all callers hold the lock
    }

    void goodInHelper() {
        lock.lock();
        try {
            wake();
        } finally {
            lock.unlock();
        }
    }
}
