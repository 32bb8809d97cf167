package ways;

import java.io.Closeable;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.example.missing.Framework;

class Ways {
    private final Lock lock = new ReentrantLock();
    private final Object other = new Object();
    private int n;

    // A helper that holds the lock while it runs what it is given.
    private <T> T locked(Supplier<T> task) {
        lock.lock();
        try {
            return task.get();
        } finally {
            lock.unlock();
        }
    }

    public int throughHelper() {
        return locked(() -> n); // the lock of the helper
    }

    // Another function of this interface, which runs without a lock.
    private int plain(Supplier<Integer> task) {
        return task.get();
    }

    public int withoutHelper() {
        return plain(() -> n); // none
    }

    // A function that is run later holds nothing of where it is made.
    public synchronized void later(Executor executor) {
        executor.execute(() -> n = 1); // none
    }

    // One that is run here does.
    public synchronized void here(List<String> names) {
        names.forEach(name -> n++); // this
    }

    public synchronized void byReference(List<String> names) {
        names.forEach(this::count);
    }

    private void count(String name) {
        n++; // this
    }

    // All ways to a private method count.
    public synchronized void one() {
        both();
        nested();
    }

    public void two() {
        synchronized (this) {
            both();
        }
        nested();
    }

    private void both() {
        n = 2; // this
    }

    private void nested() {
        n = 3; // none: two() comes without
    }

    // A lock that is given back for a while and taken again in a loop.
    public void again() {
        lock.lock();
        try {
            while (n < 10) { // the lock
                lock.unlock();
                n = 4; // none
                lock.lock();
            }
            n = 5; // the lock
        } finally {
            lock.unlock();
        }
    }

    // Given back on one branch only: nobody knows whether it is held.
    public void perhaps(boolean early) {
        lock.lock();
        if (early) lock.unlock();
        n = 6; // none
        if (!early) lock.unlock();
    }

    // Constructors, and what only they call, are on no way of a thread.
    Ways() {
        prepare();
    }

    private void prepare() {
        n = 7; // not reached
    }

    // A library of which nothing is known calls this.
    Framework.Handler handler = new Framework.Handler() {
        @Override
        public void handle() {
            n = 8; // none
        }
    };

    // What is handed out is run by whoever gets it.
    public synchronized Closeable handedOut() {
        return () -> n = 9; // none
    }

    // A framework calls this, as its annotation says.
    @Framework.Scheduled
    private void tick() {
        n = 10; // none
    }

    // A lock by another name: a copy in a local variable.
    public void byCopy() {
        Lock copy = lock;
        copy.lock();
        try {
            viaCopy();
        } finally {
            copy.unlock();
        }
    }

    private void viaCopy() {
        n = 11; // the lock
    }

    // The lock of another object of the class protects nothing of this one.
    public void crossed(Ways that) {
        synchronized (that) {
            n = 12; // that, which is not this
            that.set();
        }
    }

    private void set() {
        n = 13; // this: all ways hold the receiver
    }
}
