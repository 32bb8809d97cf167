package helpers;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

/** Helpers that take and give back a lock, which the class of the object selects. */
@ThreadSafe
public abstract class Virtual {
    protected final Lock lock = new ReentrantLock();
    private int all;
    private int some;

    // All implementations take the lock.
    protected abstract void enter();

    // One of two implementations takes the lock.
    protected abstract void mayEnter();

    protected abstract void leave();

    public void raiseAll() {
        enter();
        all++; // holds the lock
        leave();
    }

    public void raiseSome() {
        mayEnter();
        some++; // BAD
        leave();
    }

    public int sum() {
        lock.lock();
        try {
            return all + some;
        } finally {
            lock.unlock();
        }
    }
}

@ThreadSafe
class First extends Virtual {
    protected void enter() { lock.lock(); }

    protected void mayEnter() { lock.lock(); }

    protected void leave() { lock.unlock(); }
}

@ThreadSafe
class Second extends Virtual {
    protected void enter() { lock.lock(); }

    protected void mayEnter() { }

    protected void leave() { lock.unlock(); }
}
