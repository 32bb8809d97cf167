package auto;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.GuardedBy;
import javax.annotation.concurrent.Immutable;
import javax.annotation.concurrent.NotThreadSafe;

/** Row 49: what a class itself shows, and what takes it out. */
class Methods {
    private int n;

    public synchronized void inc() {
        n++;
    }

    public int get() {
        return n; // BAD
    }
}

class Block {
    private int n;

    public void inc() {
        synchronized (this) {
            n++;
        }
    }

    public int get() {
        return n; // BAD
    }
}

class Locking {
    private final Lock lock = new ReentrantLock();
    private int n;

    public void inc() {
        lock.lock();
        n++;
        lock.unlock();
    }

    public int get() {
        return n; // BAD
    }
}

class Guarded {
    @GuardedBy("this")
    private int n;

    public void inc() {
        n++; // BAD
    }
}

class Sub extends Methods {
    private int more;

    private int less;

    public synchronized void less() {
        less--;
    }

    public int rest() {
        return less; // BAD
    }

    public void more() {
        more++; // no lock anywhere: too little evidence
    }
}

class Handing implements Runnable {
    private int n;

    void start() {
        new Thread(this).start();
    }

    @Override
    public void run() {
        n++; // BAD
    }

    public int get() {
        return n;
    }
}

@NotThreadSafe
class Denied {
    private int n;

    public synchronized void inc() {
        n++;
    }

    public int get() {
        return n;
    }
}

@Immutable
class Fixed {
    private int hash;

    public synchronized int hash() {
        return hash;
    }

    public int again() {
        return hash = 1;
    }
}

class Nothing {
    private int n;

    public void inc() {
        n++;
    }
}

/** Settings that only setters make, without any lock anywhere, are left alone where only the code tells the intent. */
class Setting {
    private int limit;

    public void setLimit(int limit) {
        this.limit = limit;
    }

    public int getLimit() {
        return limit;
    }

    public synchronized void work() {
    }
}

/** Classes without any lock, whose objects a thread of their own uses beside callers. */
class Ticking {
    private int ticks;
    private int seen;
    private int started;
    private final java.util.List<String> names = new java.util.ArrayList<>();

    void start(java.util.concurrent.ScheduledExecutorService executor) {
        started++;
        executor.scheduleAtFixedRate(() -> tick(), 1, 1, java.util.concurrent.TimeUnit.SECONDS);
    }

    private void tick() {
        ticks++; // BAD: with reset
        seen++; // only returned
        for (String name : names) {
            System.out.println(name + started);
        }
    }

    public void reset() {
        ticks = 0;
    }

    public int getTold() {
        return seen;
    }

    public void put(String name) {
        names.add(name); // BAD: while the task goes through them
    }
}

/** Registry of names. This class is thread-safe. */
class Documented {
    private volatile int n;

    public void inc() {
        n++; // BAD
    }
}

/** Not thread-safe: one thread at a time may use it. */
class DocumentedAgainst {
    private int n;

    public synchronized void inc() {
        n++;
    }

    public int get() {
        return n;
    }
}

/** Its methods are synchronized because those of the library were: no evidence. */
class Habit extends java.io.InputStream {
    private int position;
    private int marked;

    @Override
    public int read() {
        return position++;
    }

    @Override
    public synchronized void mark(int limit) {
        marked = position;
    }

    @Override
    public synchronized void reset() {
        position = marked;
    }
}
