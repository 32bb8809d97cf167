import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Locks of two classes, taken in both orders. */
public class Cycles {
    static class Log {
        private final Manager manager;

        Log(Manager manager) {
            this.manager = manager;
        }

        synchronized void write() {
        }

        synchronized void flush() { // BAD: with Manager.stop
            manager.checked();
        }
    }

    static class Manager {
        private final Log log = new Log(this);

        synchronized void checked() {
        }

        synchronized void stop() {
            log.write();
        }

        void unlocked() {
            log.write();
        }
    }

    private final Manager manager = new Manager();

    public void stop() {
        manager.stop();
    }

    public void flush() {
        manager.log.flush();
    }

    /** One order everywhere. */
    private final Object first = new Object();
    private final Object second = new Object();
    private int n;

    public void one() {
        synchronized (first) {
            synchronized (second) { // GOOD
                n++;
            }
        }
    }

    public void two() {
        synchronized (first) {
            helper();
        }
    }

    private void helper() {
        synchronized (second) {
            n--;
        }
    }

    /** A third lock lets in one thread at a time. */
    private final Object gate = new Object();
    private final Object left = new Object();
    private final Object right = new Object();

    public void leftRight() {
        synchronized (gate) {
            synchronized (left) { // GOOD
                synchronized (right) {
                    n++;
                }
            }
        }
    }

    public void rightLeft() {
        synchronized (gate) {
            synchronized (right) {
                synchronized (left) {
                    n--;
                }
            }
        }
    }

    /** Explicit locks, the second one in a helper. */
    private final Lock a = new ReentrantLock();
    private final Lock b = new ReentrantLock();

    public void explicit() {
        a.lock(); // BAD
        try {
            takeB();
        } finally {
            a.unlock();
        }
    }

    private void takeB() {
        b.lock();
        b.unlock();
    }

    public void explicitBack() {
        b.lock();
        try {
            a.lock();
            a.unlock();
        } finally {
            b.unlock();
        }
    }

    /** Given back before the second is taken. */
    private final Lock c = new ReentrantLock();
    private final Lock d = new ReentrantLock();

    public void givenBack() {
        c.lock(); // GOOD
        c.unlock();
        d.lock();
        d.unlock();
    }

    public void nested() {
        d.lock();
        try {
            c.lock();
            c.unlock();
        } finally {
            d.unlock();
        }
    }

    /** The lock that is wanted is held already. */
    static class Again {
        private final Object inner = new Object();
        private int n;

        synchronized void one() {
            synchronized (inner) { // GOOD
                two();
            }
        }

        synchronized void two() {
            n++;
        }

        synchronized void three() {
            synchronized (inner) {
                n--;
            }
        }
    }

    private final Again again = new Again();

    public void again() {
        again.one();
        again.two();
        again.three();
    }
}
