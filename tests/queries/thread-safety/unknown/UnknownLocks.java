package unknown;

import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;
import org.example.missing.Base;
import org.example.missing.Guard;

/** The lock's type is not known: a lock is held, and nobody can say which. */
@ThreadSafe
class ByName {
    private final Guard guard = Guard.create();
    private int guarded;
    private int sometimes;

    public void add() {
        guard.lock();
        try {
            guarded++;
            sometimes++;
        } finally {
            guard.unlock();
        }
    }

    public int get() {
        guard.lock();
        try {
            return guarded;
        } finally {
            guard.unlock();
        }
    }

    public int peek() {
        return sometimes; // a race whatever the lock is: this holds none
    }
}

/** The lock comes from a superclass that is not known. */
@ThreadSafe
class ByInheritance extends Base {
    private int n;

    public void add() {
        acquireLock();
        try {
            n++;
        } finally {
            releaseLock();
        }
    }

    public void set(int value) {
        synchronized (getMutex()) {
            n = value;
        }
    }
}

/** A block that is synchronized on something without a name. */
@ThreadSafe
class ByKey {
    private final Map<String, Object> locks = Map.of();
    private int total;

    public void add(String key) {
        synchronized (locks.get(key)) {
            total++;
        }
    }
}

/** Names of locks alone make none: nothing gives it back. */
@ThreadSafe
class NoLock {
    private final Guard guard = Guard.create();
    private int n;

    public void add() {
        guard.acquire();
        n++;
    }
}

/** What a lock's view is of a new lock is a lock of its own. */
@ThreadSafe
class OwnView {
    private final java.util.concurrent.locks.Lock write =
        new java.util.concurrent.locks.ReentrantReadWriteLock().writeLock();
    private int n;

    public void add() {
        write.lock();
        try {
            n++;
        } finally {
            write.unlock();
        }
    }
}
