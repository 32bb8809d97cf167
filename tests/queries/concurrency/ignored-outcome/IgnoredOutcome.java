import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

class IgnoredOutcome {
    private final Lock lock = new ReentrantLock();
    private final ReentrantLock own = new ReentrantLock();
    private final StampedLock stamped = new StampedLock();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Semaphore seats = new Semaphore(5);
    private volatile boolean begun;
    private int n;

    void badTry() {
        lock.tryLock();  // BAD
        try { n++; } finally { lock.unlock(); }
    }

    void badTryForTime() throws InterruptedException {
        boolean taken = lock.tryLock(1, TimeUnit.SECONDS);  // BAD: nobody reads it
        try { n++; } finally { lock.unlock(); }
    }

    void badStamp() {
        stamped.tryWriteLock();  // BAD
        n++;
    }

    void badAwait() throws InterruptedException {
        ready.await(1, TimeUnit.SECONDS);  // BAD
        begun = true;
    }

    int badTasks(ExecutorService tasks) throws InterruptedException {
        tasks.shutdown();
        tasks.awaitTermination(1, TimeUnit.MINUTES);  // BAD: the sum may not be complete
        return n;
    }

    void badPermit() {
        seats.tryAcquire();  // BAD
        begun = true;
        seats.release();
    }

    void good() {
        if (lock.tryLock()) {
            try { n++; } finally { lock.unlock(); }
        }
    }

    void goodVariable() throws InterruptedException {
        boolean taken = lock.tryLock(1, TimeUnit.SECONDS);
        if (!taken) return;
        try { n++; } finally { lock.unlock(); }
    }

    void goodAsked() {
        own.tryLock();
        try { begun = own.isLocked(); } finally { if (own.isHeldByCurrentThread()) own.unlock(); }
    }

    void goodWithoutTime() throws InterruptedException {
        ready.await();
        begun = true;
    }

    void goodLoop() throws InterruptedException {
        while (!begun) {
            ready.await(1, TimeUnit.SECONDS);
            n++;
        }
    }

    void goodAskedLater() throws InterruptedException {
        ready.await(1, TimeUnit.SECONDS);
        if (ready.getCount() > 0) throw new IllegalStateException();
        begun = true;
    }

    void shutdown(ExecutorService tasks) throws InterruptedException {
        tasks.shutdown();
        tasks.awaitTermination(1, TimeUnit.MINUTES);  // GOOD: what ends does so all the same
        begun = false;
    }
}
