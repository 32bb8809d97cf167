import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class LockObjectMonitor {
    private final Lock lock = new ReentrantLock();
    private final ReadWriteLock both = new ReentrantReadWriteLock();
    private final AtomicInteger number = new AtomicInteger();
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private final Object plain = new Object();
    private int count;

    void bad() {
        synchronized (lock) {  // BAD
            count++;
        }
    }

    void badBoth() {
        synchronized (both) {  // BAD
            count++;
        }
    }

    void perhapsBad() {
        synchronized (number) {  // below the default
            count++;
        }
        synchronized (queue) {  // below the default
            count++;
        }
    }

    void good() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
        synchronized (plain) {
            count++;
        }
    }

    static class Own extends ReentrantLock {
        private int holders;

        void count() {
            synchronized (this) {  // BAD
                holders++;
            }
        }
    }
}
