package contracts;

import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

/** A lock that takes itself and gives itself back at the end of a block. */
class OwnLock extends ReentrantLock implements AutoCloseable {
    public OwnLock obtain() {
        lock();
        return this;
    }

    @Override
    public void close() {
        unlock();
    }
}

@ThreadSafe
class UsesOwnLock {
    private final OwnLock lock = new OwnLock();
    private int n;

    public void inc() {
        try (OwnLock ignored = lock.obtain()) {
            n++;
        }
    }

    public int get() {
        try (OwnLock ignored = lock.obtain()) {
            return n;
        }
    }

    public int look() {
        return n; // BAD
    }
}
