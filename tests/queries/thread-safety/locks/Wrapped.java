package locks;

import com.google.common.util.concurrent.Monitor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.GuardedBy;

/** Locks behind methods of one's own, resources, getters, annotations; guava's Monitor. */
class Wrapped {
    private final Lock lock = new ReentrantLock();
    private final Monitor monitor = new Monitor();
    private final Gate gate = new Gate();
    private final Wrapped mutex;
    private int x;

    Wrapped() {
        mutex = this;
    }

    private void begin() {
        lock.lock();
    }

    private void end() {
        lock.unlock();
    }

    void helpers() {
        begin();
        x = 1;
        end();
        x = 2;
    }

    private Held held() {
        lock.lock();
        return new Held(lock);
    }

    void resource() throws Exception {
        try (Held h = held()) {
            x = 1;
        }
        x = 2;
    }

    void made() throws Exception {
        try (Taken t = new Taken(lock)) {
            x = 1;
        } finally {
            x = 2;
        }
    }

    void opened() throws Exception {
        try (Gate g = gate.open()) {
            x = 1;
        }
    }

    void reference() throws Exception {
        lock.lock();
        try (AutoCloseable c = lock::unlock) {
            x = 1;
        }
    }

    private static void take(Lock l) {
        l.lock();
    }

    void parameter() {
        take(lock);
        x = 1;
        lock.unlock();
    }

    Lock getLock() {
        return lock;
    }

    void getter() {
        getLock().lock();
        x = 1;
        getLock().unlock();
    }

    void guava() {
        monitor.enter();
        try {
            x = 1;
        } finally {
            monitor.leave();
        }
        if (monitor.tryEnter()) {
            x = 2;
            monitor.leave();
        }
        x = 3;
    }

    void own() {
        synchronized (mutex) {
            x = 1;
        }
        synchronized (Wrapped.this) {
            x = 2;
        }
        synchronized (Wrapped.class) {
            x = 3;
        }
    }

    @GuardedBy("lock")
    void annotated() {
        x = 1;
    }

    void asserted() {
        assert Thread.holdsLock(this);
        x = 1;
    }

    static class Held implements AutoCloseable {
        private final Lock l;

        Held(Lock l) {
            this.l = l;
        }

        public void close() {
            l.unlock();
        }
    }

    static class Taken implements AutoCloseable {
        private final Lock l;

        Taken(Lock l) {
            this.l = l;
            l.lock();
        }

        public void close() {
            l.unlock();
        }
    }

    static class Gate implements AutoCloseable {
        private final Lock inner = new ReentrantLock();

        Gate open() {
            inner.lock();
            return this;
        }

        public void close() {
            inner.unlock();
        }
    }
}
