package finallyways;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

@interface ThreadSafe {}

/** The next lock is taken before the one before is given back: right. */
@ThreadSafe
class HandOver {
    private final Lock first = new ReentrantLock();
    private final Lock second = new ReentrantLock();
    private int steps;

    void step(boolean log) {
        first.lock();
        try {
            if (log) {
                System.out.println("step");
            }
            second.lock();
        } finally {
            first.unlock();
        }
        try {
            steps += 2;
        } finally {
            second.unlock();
        }
    }

    int steps() {
        second.lock();
        try {
            return steps;
        } finally {
            second.unlock();
        }
    }
}

/** The next lock is taken on one way only: wrong. */
@ThreadSafe
class HalfHandOver {
    private final Lock first = new ReentrantLock();
    private final Lock second = new ReentrantLock();
    private int steps;

    void step(boolean both) {
        first.lock();
        try {
            if (both) {
                second.lock();
            }
        } finally {
            first.unlock();
        }
        steps += 2; // BAD
        if (both) {
            second.unlock();
        }
    }

    int steps() {
        second.lock();
        try {
            return steps;
        } finally {
            second.unlock();
        }
    }
}

/** The exception that comes instead of the lock is caught outside, and the run goes on: wrong. */
@ThreadSafe
class CaughtOutside {
    private final Lock first = new ReentrantLock();
    private final Lock second = new ReentrantLock();
    private int steps;

    void step(Runnable before) {
        first.lock();
        try {
            try {
                before.run();
                second.lock();
            } finally {
                first.unlock();
            }
        } catch (RuntimeException e) {
            System.out.println(e);
        }
        steps++; // BAD
    }

    int steps() {
        second.lock();
        try {
            return steps;
        } finally {
            second.unlock();
        }
    }
}

/** The lock is given back before a return, in the block whose finally gives back another: right. */
@ThreadSafe
class ReturnsEarly {
    private final Lock first = new ReentrantLock();
    private final Lock second = new ReentrantLock();
    private int steps;

    void step(boolean idle) {
        first.lock();
        try {
            second.lock();
            if (idle) {
                second.unlock();
                return;
            }
        } finally {
            first.unlock();
        }
        steps++;
        second.unlock();
    }

    int steps() {
        second.lock();
        try {
            return steps;
        } finally {
            second.unlock();
        }
    }
}

/** The lock of readers is taken back while that of the writer is still held: right. */
@ThreadSafe
class Downgrade {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private String page;

    String page() {
        lock.readLock().lock();
        if (page == null) {
            lock.readLock().unlock();
            lock.writeLock().lock();
            try {
                if (page == null) {
                    page = "" + System.nanoTime();
                }
                lock.readLock().lock();
            } finally {
                lock.writeLock().unlock();
            }
        }
        try {
            return page;
        } finally {
            lock.readLock().unlock();
        }
    }
}

/** The lock of readers is taken back on one way only: wrong. */
@ThreadSafe
class HalfDowngrade {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private String page;

    String page(boolean again) {
        lock.writeLock().lock();
        try {
            page = "" + System.nanoTime();
            if (again) {
                lock.readLock().lock();
            }
        } finally {
            lock.writeLock().unlock();
        }
        return page; // BAD
    }
}

/** Within the block of the finally the lock is held: right. */
@ThreadSafe
class InFinally {
    private final Lock lock = new ReentrantLock();
    private int runs;

    void run(Runnable body) {
        lock.lock();
        try {
            body.run();
        } finally {
            try {
                runs++;
            } finally {
                lock.unlock();
            }
        }
    }

    int runs() {
        lock.lock();
        try {
            return runs;
        } finally {
            lock.unlock();
        }
    }
}
