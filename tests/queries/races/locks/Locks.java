import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What a lock protects, and what not: one object, of which the thread and everybody else use the fields. */
public class Locks {
    private final Object lock = new Object();
    private final Object other = new Object();
    private final Lock explicit = new ReentrantLock();
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private static final Object STATIC = new Object();

    private int same; // GOOD: one lock
    private int different; // BAD: two locks
    private int oneSide; // BAD: a lock on one side
    private int helper; // GOOD: the caller holds the lock
    private int helperOnce; // BAD: one of the callers does not
    private int withLock; // GOOD: an explicit lock
    private int releasedEarly; // BAD: given back before
    private int readLocked; // GOOD: reads share, the write excludes
    private int writtenShared; // BAD: a write under the lock for readers
    private static int counted; // GOOD: a static lock
    private static int countedByInstance; // BAD: each instance has its own lock
    private int byArgument; // BAD: each caller brings a lock of its own

    public void begin() {
        new Thread(() -> work()).start();
    }

    private void work() {
        synchronized (lock) {
            same++;
            different++;
            oneSide++;
            help();
            helpSometimes();
        }
        explicit.lock();
        try {
            withLock++;
        } finally {
            explicit.unlock();
        }
        explicit.lock();
        explicit.unlock();
        releasedEarly++;
        rw.writeLock().lock();
        readLocked++;
        rw.writeLock().unlock();
        rw.readLock().lock();
        writtenShared++;
        rw.readLock().unlock();
        synchronized (STATIC) {
            counted++;
        }
        synchronized (this) {
            countedByInstance += 2;
        }
    }

    private void help() {
        helper++;
    }

    private void helpSometimes() {
        helperOnce *= 2;
    }

    public synchronized void use() {
        synchronized (lock) {
            same--;
            help();
        }
        synchronized (other) {
            different--;
        }
        oneSide--;
        helpSometimes();
        explicit.lock();
        withLock--;
        releasedEarly--;
        explicit.unlock();
        countedByInstance--;
        synchronized (STATIC) {
            counted--;
        }
    }

    public int read() {
        rw.readLock().lock();
        try {
            return readLocked + writtenShared;
        } finally {
            rw.readLock().unlock();
        }
    }

    public void guardedByArgument(Object given) {
        synchronized (given) {
            byArgument *= 2;
        }
    }

    private int balance; // BAD: the other account is not locked

    public synchronized void transfer(Locks to, int amount) {
        balance -= amount;
        to.balance += amount;
    }
}
