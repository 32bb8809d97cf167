import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Helpers that take the lock they are handed, and run what they are handed with it. */
class Contrary {
    private final Object a = new Object();
    private final Object b = new Object();

    private static void with(Object lock, Runnable body) {
        synchronized (lock) { body.run(); }  // BAD: a, then b by one call, b, then a by the other
    }

    void one() { with(a, () -> { synchronized (b) { } }); }

    void two() { with(b, () -> with(a, () -> { })); }

    public static void main(String[] args) {
        Contrary c = new Contrary();
        new Thread(c::one).start();
        new Thread(c::two).start();
    }
}

class InOrder {
    private final Lock a = new ReentrantLock();
    private final Lock b = new ReentrantLock();
    private final Lock c = new ReentrantLock();
    private int n;

    private <T> T under(Lock lock, Supplier<T> body) {
        lock.lock();
        try {
            return body.get();  // GOOD: a, b, c in this order
        } finally {
            lock.unlock();
        }
    }

    private int b() { return under(b, this::c); }

    private int c() {
        c.lock();
        try { return n++; } finally { c.unlock(); }
    }

    public static void main(String[] args) {
        InOrder o = new InOrder();
        new Thread(() -> o.under(o.a, () -> o.b())).start();
        new Thread(() -> o.under(o.b, () -> o.c())).start();
        new Thread(() -> o.under(o.c, () -> o.n)).start();
    }
}

class Pairs {
    private final Object x = new Object();
    private final Object y = new Object();
    private final Object z = new Object();

    private static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) { }  // GOOD: x, y and y, z
        }
    }

    public static void main(String[] args) {
        Pairs p = new Pairs();
        new Thread(() -> both(p.x, p.y)).start();
        new Thread(() -> both(p.y, p.z)).start();
    }
}

class Crossed {
    private final Object x = new Object();
    private final Object y = new Object();

    private static void both(Object first, Object second) {
        synchronized (first) {  // BAD
            synchronized (second) { }
        }
    }

    public static void main(String[] args) {
        Crossed p = new Crossed();
        new Thread(() -> both(p.x, p.y)).start();
        new Thread(() -> both(p.y, p.x)).start();
    }
}
