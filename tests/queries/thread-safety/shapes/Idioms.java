package shapes;

import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

/** A class that is its own lock. */
@ThreadSafe
class Segment extends ReentrantLock {
    private int count;
    private int leaked;

    public void add() {
        lock();
        try {
            count++;
            leaked++;
        } finally {
            unlock();
        }
    }

    public int leaked() {
        return leaked; // BAD
    }
}

/** Double-checked initialisation behind a volatile flag. */
@ThreadSafe
class Memo {
    private volatile boolean done;
    private String value;
    private String late;

    public String get() {
        if (!done) {
            synchronized (this) {
                if (!done) {
                    value = "v";
                    done = true;
                    late = "l";
                }
            }
        }
        return value;
    }

    public String late() {
        if (done) {
            return late; // BAD: assigned after the flag
        }
        return null;
    }
}

/** The lock of one object that others are given. */
@ThreadSafe
class Owner {
    private final ReentrantLock lock = new ReentrantLock();
    private final Part part = new Part(lock);

    public void set(int v) {
        lock.lock();
        try {
            part.value = v;
        } finally {
            lock.unlock();
        }
    }

    @ThreadSafe
    static class Part {
        private final ReentrantLock lock;
        private int value;

        Part(ReentrantLock lock) {
            this.lock = lock;
        }

        public int get() {
            lock.lock();
            try {
                return value;
            } finally {
                lock.unlock();
            }
        }
    }
}

/** A copy that a helper makes; an array that is copied to a local variable before the lock is taken. */
@ThreadSafe
class Table implements Cloneable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Object[] items = new Object[8];
    private int[] cells = new int[4];
    private int count;

    public void put(Object o) {
        final Object[] items = this.items;
        lock.lock();
        try {
            items[count++] = o;
            cells[0]++;
        } finally {
            lock.unlock();
        }
    }

    public void early(Object o) {
        final Object[] items = this.items;
        items[0] = o; // BAD
        lock.lock();
        lock.unlock();
    }

    @Override
    public Object clone() {
        Table t = copy();
        t.cells = new int[4];
        t.cells[0] = 1;
        t.count = 0;
        return t;
    }

    private Table copy() {
        try {
            return (Table) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
    }
}
