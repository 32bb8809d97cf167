package lockhelpers;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import javax.annotation.concurrent.ThreadSafe;

/* A helper wraps the function that it is given into another one, for another helper. */

@ThreadSafe
class Wraps {
    private final Lock lock = new ReentrantLock();
    private final Map<String, String> names = new HashMap<>();

    static <T> T with(Lock l, Supplier<T> s) {
        l.lock();
        try {
            return s.get();
        } finally {
            l.unlock();
        }
    }

    static void with(Lock l, Runnable r) {
        with(l, () -> {
            r.run();
            return null;
        });
    }

    public void put(String key, String value) { with(lock, () -> { names.put(key, value); }); }

    public String get(String key) { return with(lock, () -> names.get(key)); }

    public int size() {
        lock.lock();
        try {
            return names.size();
        } finally {
            lock.unlock();
        }
    }
}

/** BAD: the wrapped function runs with another lock. */
@ThreadSafe
class WrapsTwo {
    private final Lock lock = new ReentrantLock();
    private final Lock other = new ReentrantLock();
    private final Map<String, String> names = new HashMap<>();

    public void put(String key, String value) { Wraps.with(other, () -> { names.put(key, value); }); }

    public String get(String key) { return Wraps.with(lock, () -> names.get(key)); }

    public int size() {
        lock.lock();
        try {
            return names.size();
        } finally {
            lock.unlock();
        }
    }
}
