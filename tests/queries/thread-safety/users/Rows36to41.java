package users;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import javax.annotation.concurrent.ThreadSafe;

/** Row 36: stamped locks with optimistic reads; only the reader that never validates races. */
@ThreadSafe
class Spot {
    private final StampedLock lock = new StampedLock();
    private double x;
    private double y;

    public void move(double dx, double dy) {
        long stamp = lock.writeLock();
        try {
            x += dx;
            y += dy;
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    public double x() {
        long stamp = lock.tryOptimisticRead();
        double read = x;
        if (!lock.validate(stamp)) {
            stamp = lock.readLock();
            try {
                read = x;
            } finally {
                lock.unlockRead(stamp);
            }
        }
        return read;
    }

    public double y() {
        long stamp = lock.tryOptimisticRead();
        return y; // BAD: never validated
    }
}

/** Row 37: a write under the half of a lock that is for readers. */
@ThreadSafe
class Hits {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private final Map<String, String> values = new HashMap<>();
    private int hits;
    private int misses;

    public String get(String key) {
        rw.readLock().lock();
        try {
            hits++; // BAD
            return values.get(key);
        } finally {
            rw.readLock().unlock();
        }
    }

    public void put(String key, String value) {
        rw.writeLock().lock();
        try {
            misses++;
            values.put(key, value);
        } finally {
            rw.writeLock().unlock();
        }
    }

    public int misses() {
        rw.readLock().lock();
        try {
            return misses;
        } finally {
            rw.readLock().unlock();
        }
    }
}

/** Row 38: the lock is held where tryLock succeeded, and nowhere else. */
@ThreadSafe
class Tried {
    private final Lock lock = new ReentrantLock();
    private int good;
    private int bad;

    public void both() {
        if (lock.tryLock()) {
            try {
                good++;
            } finally {
                lock.unlock();
            }
        } else {
            bad++; // BAD
        }
    }
}

/** Row 39: a lock that is taken and given back by a resource. */
@ThreadSafe
class Resource {
    private final CloseableLock lock = new CloseableLock();
    private int good;
    private int bad;

    public void inside() {
        try (CloseableLock held = lock.open()) {
            good++;
        }
        bad++; // BAD
    }

    static class CloseableLock implements AutoCloseable {
        private final ReentrantLock inner = new ReentrantLock();

        CloseableLock open() {
            inner.lock();
            return this;
        }

        @Override
        public void close() {
            inner.unlock();
        }
    }
}

/** Row 40: functions that are run under the lock, and functions that are run later. */
@ThreadSafe
class Functions {
    private final List<String> names = new ArrayList<>();
    private int good;
    private int own;
    private int later;
    private Runnable kept;

    public synchronized void at_once(List<String> list) {
        list.forEach(s -> good++);
        list.removeIf(s -> {
            good--;
            return s.isEmpty();
        });
        names.sort((a, b) -> good);
        doNow(() -> own++);
    }

    private void doNow(Runnable r) {
        r.run();
    }

    public synchronized void submit(Executor executor) {
        executor.execute(() -> later++); // BAD
    }

    public synchronized int sum() {
        return later + good + own;
    }
}

/** Row 41: method references are treated like lambdas. */
@ThreadSafe
class References {
    private int now;
    private int later;

    public synchronized void run(List<String> list, Executor executor) {
        list.forEach(this::count);
        executor.execute(this::countLater);
    }

    private void count(String s) {
        now++;
    }

    private void countLater() {
        later++; // BAD
    }

    public synchronized int sum() {
        return now + later;
    }
}
