import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class LockOrder {
    private final Object left = new Object();
    private final Object right = new Object();
    private final Lock first = new ReentrantLock();
    private final Lock second = new ReentrantLock();
    private int n;

    void a() {
        synchronized (left) {
            synchronized (right) {  // BAD
                n++;
            }
        }
    }

    void b() {
        synchronized (right) {
            synchronized (left) {
                n--;
            }
        }
    }

    void c() {
        first.lock();
        try {
            inner();  // BAD
        } finally {
            first.unlock();
        }
    }

    private void inner() {
        second.lock();
        try {
            n++;
        } finally {
            second.unlock();
        }
    }

    void d() {
        second.lock();
        try {
            first.lock();
            try {
                n--;
            } finally {
                first.unlock();
            }
        } finally {
            second.unlock();
        }
    }

    void good() {
        synchronized (left) {
            first.lock();
            first.unlock();
        }
    }

    static class Gate {
        private final Object gate = new Object();
        private final Object x = new Object();
        private final Object y = new Object();

        void one() {
            synchronized (gate) {
                synchronized (x) {
                    synchronized (y) {  // GOOD: the gate lets in one thread only
                        gate.hashCode();
                    }
                }
            }
        }

        void two() {
            synchronized (gate) {
                synchronized (y) {
                    synchronized (x) {
                        gate.hashCode();
                    }
                }
            }
        }
    }

    static class Try {
        private final Lock a = new ReentrantLock();
        private final Lock b = new ReentrantLock();

        void one() {
            a.lock();
            if (b.tryLock()) {  // GOOD: gives up rather than wait
                b.unlock();
            }
            a.unlock();
        }

        void two() {
            b.lock();
            if (a.tryLock()) {
                a.unlock();
            }
            b.unlock();
        }
    }
}
