package lockhelpers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import javax.annotation.concurrent.ThreadSafe;

/* Helpers that run a function under a lock that they are given or have: classes with BAD are wrong, the others right. */

final class Under {
    static void monitor(Object o, Runnable r) {
        synchronized (o) {
            r.run();
        }
    }

    static <T> T lock(Lock l, Supplier<T> s) {
        l.lock();
        try {
            return s.get();
        } finally {
            l.unlock();
        }
    }

    static void twice(Lock l, Runnable r) {
        Under.lock(l, () -> { r.run(); return null; });
    }

    static void on(Lock l, Runnable r) {
        deeper(l, r);
    }

    private static void deeper(Lock l, Runnable r) {
        l.lock();
        try {
            r.run();
        } finally {
            l.unlock();
        }
    }

    static void late(Lock l, Runnable r) {
        l.lock();
        l.unlock();
        r.run();
    }
}

@ThreadSafe
class WithMonitor {
    private final Object mutex = new Object();
    private int n;

    void inc() {
        Under.monitor(mutex, () -> n++);
    }

    int get() {
        synchronized (mutex) {
            return n;
        }
    }
}

@ThreadSafe
class WithThis {
    private int n;

    void inc() {
        Under.monitor(this, () -> n++);
    }

    synchronized int get() {
        return n;
    }
}

@ThreadSafe
class WithClass {
    private static int n;

    static void inc() {
        Under.monitor(WithClass.class, () -> n++);
    }

    static synchronized int get() {
        return n;
    }
}

@ThreadSafe
class WithOther {
    private final Lock one = new ReentrantLock();
    private final Lock two = new ReentrantLock();
    private int n;

    void inc() {
        Under.lock(one, () -> n++); // BAD
    }

    int get() {
        return Under.lock(two, () -> n);
    }
}

@ThreadSafe
class WithHalves {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int n;

    void inc() {
        Under.lock(lock.writeLock(), () -> n++);
    }

    int get() {
        return Under.lock(lock.readLock(), () -> n);
    }
}

@ThreadSafe
class WithReadHalf {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private int n;

    void inc() {
        Under.lock(lock.readLock(), () -> n++); // BAD
    }

    int get() {
        return Under.lock(lock.readLock(), () -> n);
    }
}

@ThreadSafe
class HandedOn {
    private final Lock lock = new ReentrantLock();
    private int n;

    void inc() {
        Under.on(lock, () -> n++);
    }

    int get() {
        return Under.lock(lock, () -> n);
    }
}

@ThreadSafe
class TooLate {
    private final Lock lock = new ReentrantLock();
    private int n;

    void inc() {
        Under.late(lock, () -> n++); // BAD
    }

    int get() {
        return Under.lock(lock, () -> n);
    }
}

@ThreadSafe
class WithNew {
    private int n;

    void inc() {
        Under.monitor(new Object(), () -> n++); // BAD
    }
}

/** A lock that runs what it is given. */
class Section {
    private final Lock inside = new ReentrantLock();

    void run(Runnable r) {
        inside.lock();
        try {
            r.run();
        } finally {
            inside.unlock();
        }
    }

    synchronized int ask(IntSupplier s) {
        return s.getAsInt();
    }
}

@ThreadSafe
class OneSection {
    private final Section section = new Section();
    private int n;

    void inc() {
        section.run(() -> n++);
    }

    void dec() {
        section.run(() -> n--);
    }
}

@ThreadSafe
class TwoSections {
    private final Section in = new Section();
    private final Section out = new Section();
    private int n;

    void inc() {
        in.run(() -> n++); // BAD
    }

    void dec() {
        out.run(() -> n--);
    }
}

@ThreadSafe
class TwoLocksOfOne {
    private final Section section = new Section();
    private int n;

    void inc() {
        section.run(() -> n++); // BAD
    }

    int get() {
        return section.ask(() -> n);
    }
}

@ThreadSafe
class MonitorOfSection {
    private final Section section = new Section();
    private int n;

    int next() {
        return section.ask(() -> ++n);
    }

    int get() {
        synchronized (section) {
            return n;
        }
    }
}

/** A subclass says how. */
abstract class Guarded {
    private int n;

    abstract <T> T safely(Callable<T> c);

    public void inc() {
        safely(() -> n++);
    }

    public int get() {
        return safely(() -> n);
    }
}

@ThreadSafe
class GuardedByLock extends Guarded {
    private final ReentrantLock lock = new ReentrantLock();

    @Override
    <T> T safely(Callable<T> c) {
        lock.lock();
        try {
            return c.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            lock.unlock();
        }
    }
}

/** A function in a field, which is only run under the lock. */
@ThreadSafe
class Kept {
    private final Object mutex = new Object();
    private final Deque<String> names = new ArrayDeque<>();
    private final Runnable trim = () -> {
        if (names.size() > 9) {
            names.removeFirst();
        }
    };

    void add(String s) {
        synchronized (mutex) {
            names.add(s);
            trim.run();
        }
    }
}

@ThreadSafe
class KeptAndRun {
    private final Object mutex = new Object();
    private final Deque<String> names = new ArrayDeque<>();
    private final Runnable trim = () -> {
        if (names.size() > 9) {
            names.removeFirst(); // BAD
        }
    };

    void add(String s) {
        synchronized (mutex) {
            names.add(s);
        }
        trim.run();
    }
}
