import java.util.*;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;
import javax.annotation.concurrent.ThreadSafe;

/** Waits for the lock, for a time or for ever, and remembers whether it has it. */
@ThreadSafe
class Pond {
    private final ReentrantLock lock = new ReentrantLock();
    private final List<String> fish = new ArrayList<>();

    public void add(String one, long limit) {
        final boolean acquired;
        try {
            if (limit > 0) {
                acquired = lock.tryLock(limit, TimeUnit.SECONDS);
            } else {
                lock.lockInterruptibly();
                acquired = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (acquired) {
            try {
                fish.add(one);
            } finally {
                lock.unlock();
            }
        }
    }

    public int count() {
        lock.lock();
        try {
            return fish.size();
        } finally {
            lock.unlock();
        }
    }
}

/** Says that it has a lock which it has not. */
@ThreadSafe
class Puddle {
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock other = new ReentrantLock();
    private final List<String> fish = new ArrayList<>();

    public void add(String one, long limit) throws InterruptedException {
        boolean acquired;
        if (limit > 0) {
            acquired = lock.tryLock(limit, TimeUnit.SECONDS);
        } else {
            other.lock();
            acquired = true;
        }
        if (acquired) {
            fish.add(one);  // BAD
        }
    }

    public int count() {
        lock.lock();
        try {
            return fish.size();
        } finally {
            lock.unlock();
        }
    }
}
