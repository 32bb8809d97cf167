import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

/** Says that it holds its own monitor, and does. */
@ThreadSafe
class Asserting {
    private int level;

    public synchronized void raise() { step(1); }
    public synchronized int level() { return level; }

    void step(int by) {
        assert Thread.holdsLock(this);
        level += by;
    }
}

/** Asks, and goes on whatever the answer is. */
@ThreadSafe
class Asking {
    private int level;

    public void raise() {
        if (!Thread.holdsLock(this)) {
            System.err.println("without the lock");
        }
        level++; // BAD
    }
    public synchronized int level() { return level; }
}

/** Throws unless it holds the lock, in a helper. */
@ThreadSafe
class Throwing {
    private final ReentrantLock lock = new ReentrantLock();
    private int level;

    public void raise() {
        insist();
        level++;
    }
    public int level() {
        lock.lock();
        try { return level; } finally { lock.unlock(); }
    }
    private void insist() {
        if (!lock.isHeldByCurrentThread()) throw new IllegalMonitorStateException();
    }
}

/** Takes it, unless it is held already. */
@ThreadSafe
class Taking {
    private final ReentrantLock lock = new ReentrantLock();
    private int level;

    public void raise() {
        if (lock.isHeldByCurrentThread()) {
            level++;
        } else {
            lock.lock();
            try { level++; } finally { lock.unlock(); }
        }
    }
    public void raiseAnyhow() {
        boolean held = lock.isHeldByCurrentThread();
        level++; // BAD
        System.out.println(held);
    }
    public int level() {
        lock.lock();
        try { return level; } finally { lock.unlock(); }
    }
}
