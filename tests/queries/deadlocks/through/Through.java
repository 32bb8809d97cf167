import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A writer's lock that is taken by what a reader calls, and waits with a lock that a caller holds. */
public class Through {
    private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    private int n;

    public int readThenWrite() {
        rw.readLock().lock();
        try {
            return fill(); // BAD: takes the lock as a writer
        } finally {
            rw.readLock().unlock();
        }
    }

    private int fill() {
        return fillNow();
    }

    private int fillNow() {
        rw.writeLock().lock();
        try {
            return ++n;
        } finally {
            rw.writeLock().unlock();
        }
    }

    public int writeThenWrite() {
        rw.writeLock().lock();
        try {
            return fill(); // GOOD: a writer may take it again
        } finally {
            rw.writeLock().unlock();
        }
    }

    public int readAgain() {
        rw.readLock().lock();
        try {
            return look(); // GOOD: a reader may take it again
        } finally {
            rw.readLock().unlock();
        }
    }

    private int look() {
        rw.readLock().lock();
        try {
            return n;
        } finally {
            rw.readLock().unlock();
        }
    }

    public void joinUnderLock() throws InterruptedException {
        Thread worker = new Thread(this::step);
        worker.start();
        synchronized (this) {
            await(worker);
        }
    }

    private void await(Thread worker) throws InterruptedException {
        worker.join(); // BAD: the caller holds what the thread needs
    }

    private void step() {
        synchronized (this) {
            n++;
        }
    }
}
