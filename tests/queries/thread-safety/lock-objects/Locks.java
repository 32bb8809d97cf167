package lockobjects;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

/* Whose lock is it? Classes with BAD are wrong, the others right. */

@ThreadSafe
class MadeHere {
    private long total;

    void add(long n) {
        final Lock mine = new ReentrantLock();
        mine.lock();
        try {
            total += n; // BAD
        } finally {
            mine.unlock();
        }
    }
}

@ThreadSafe
class MadeInPlace {
    private final List<String> names = new ArrayList<>();

    void add(String s) {
        synchronized (new Object()) {
            names.add(s); // BAD
        }
    }
}

@ThreadSafe
class MadeByMethod {
    private int n;

    private static Object mutex() {
        return new Object();
    }

    void inc() {
        synchronized (mutex()) {
            n++; // BAD
        }
    }
}

@ThreadSafe
class GivenByAnyone {
    private int n;

    public void inc(Lock l) {
        l.lock();
        try {
            n++; // BAD
        } finally {
            l.unlock();
        }
    }
}

@ThreadSafe
class GivenByItself {
    private final Object mutex = new Object();
    private int n;

    public void inc() {
        inc(mutex);
    }

    public void twice() {
        inc(mutex);
        inc(mutex);
    }

    private void inc(Object l) {
        synchronized (l) {
            n++;
        }
    }

    public int get() {
        synchronized (mutex) {
            return n;
        }
    }
}

@ThreadSafe
class Chosen {
    private final Object gate = new Object();
    private int n;

    public void inc(boolean shared) {
        Object l = shared ? gate : new Object();
        synchronized (l) {
            n++; // BAD
        }
    }

    public int get() {
        synchronized (gate) {
            return n;
        }
    }
}

@ThreadSafe
class ChosenLate {
    private final Object gate = new Object();
    private int n;

    public void inc(boolean shared) {
        Object l = new Object();
        if (shared) {
            l = gate;
        }
        synchronized (l) {
            n++; // BAD
        }
    }

    public int get() {
        synchronized (gate) {
            return n;
        }
    }
}

@ThreadSafe
class Copied {
    private final Object gate = new Object();
    private int n;

    public void inc() {
        Object l = gate;
        synchronized (l) {
            n++;
        }
    }

    public int get() {
        synchronized (gate) {
            return n;
        }
    }
}

@ThreadSafe
class Stripes {
    private final Lock[] locks = {new ReentrantLock(), new ReentrantLock()};
    private final long[] counts = new long[2];
    private long total;

    public void add(int key) {
        Lock l = locks[key & 1];
        l.lock();
        try {
            counts[key & 1]++;
            total++; // BAD
        } finally {
            l.unlock();
        }
    }
}

@ThreadSafe
class OneStripe {
    private final Object[] locks = {new Object(), new Object()};
    private long left;
    private long right;

    public void left() {
        synchronized (locks[0]) {
            left++;
        }
    }

    public void right() {
        synchronized (locks[1]) {
            right++;
        }
    }

    public long both() {
        synchronized (locks[0]) {
            return left;
        }
    }
}

@ThreadSafe
class WrongStripe {
    private final Object[] locks = {new Object(), new Object()};
    private long left;

    public void left() {
        synchronized (locks[0]) {
            left++; // BAD
        }
    }

    public long both() {
        synchronized (locks[1]) {
            return left;
        }
    }
}

@ThreadSafe
class ByKey {
    private final Map<String, Object> locks = new HashMap<>();
    private int uses;

    private synchronized Object lockFor(String key) {
        return locks.computeIfAbsent(key, k -> new Object());
    }

    public void use(String key) {
        synchronized (lockFor(key)) {
            uses++; // BAD
        }
    }
}

@ThreadSafe
class Pair {
    private int value;

    void moveTo(Pair other) {
        synchronized (other) {
            other.value++;
        }
    }

    synchronized int value() {
        return value;
    }
}
