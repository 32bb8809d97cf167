package users;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.example.annotations.ThreadSafe;

/** Row 42: helpers whose every caller holds the lock, and a local alias of the lock. */
@ThreadSafe
class Aliased {
    private final ReentrantLock lock = new ReentrantLock();
    private int n;

    public void inc() {
        final ReentrantLock mine = lock;
        mine.lock();
        try {
            add(1);
        } finally {
            mine.unlock();
        }
    }

    private void add(int by) {
        n += by;
    }
}

/** Row 43: a getter inside lock, try and finally. */
@ThreadSafe
class Getter {
    private final ReentrantLock lock = new ReentrantLock();
    private String value;

    public void set(String v) {
        lock.lock();
        try {
            value = v;
        } finally {
            lock.unlock();
        }
    }

    public String get() {
        lock.lock();
        try {
            return value;
        } finally {
            lock.unlock();
        }
    }
}

/** Row 44: a set and a flag without any lock. */
@ThreadSafe
class Flagged {
    private final Set<String> seen = new HashSet<>();
    private boolean done;

    public void see(String s) {
        seen.add(s); // BAD
        done = true; // BAD
    }

    public boolean isDone() {
        return done;
    }

    public void all(List<String> list) {
        list.parallelStream().forEach(s -> seen.add(s));
    }
}

/** Rows 47 and 50: a lambda in a synchronized method, a private method that only synchronized ones call. */
@ThreadSafe
class Nested {
    private int n;

    public synchronized void outer(Map<String, Integer> map) {
        map.computeIfAbsent("a", k -> {
            n++;
            return n;
        });
        step();
    }

    private void step() {
        n--;
    }
}

/** Row 48: a null check does not change the verdict, and the message says how many accesses are safe. */
@ThreadSafe
class Ratio {
    private String text;

    public synchronized void set(String s) {
        text = s;
    }

    public synchronized int length() {
        return text == null ? 0 : text.length();
    }

    public boolean isSet() {
        return text != null; // BAD: 3 of 4 hold the lock
    }
}

/** Row 51: unlock in finally behind a call that throws; a lock that is not given back. */
@ThreadSafe
class Throwing {
    private final ReentrantLock lock = new ReentrantLock();
    private int n;

    public void work() throws java.io.IOException {
        lock.lock();
        try {
            mayThrow();
            n++;
        } finally {
            lock.unlock();
        }
    }

    public void forgotten() {
        lock.lock();
        n++;
    }

    private void mayThrow() throws java.io.IOException {
        throw new java.io.IOException();
    }
}

/** Row 52: a volatile reference to an immutable object, and to one that is thread-safe. */
@ThreadSafe
class Published {
    private volatile Setting setting = new Setting(1);
    private volatile Map<String, String> map = new ConcurrentHashMap<>();
    private final Set<String> keys = Collections.newSetFromMap(new ConcurrentHashMap<>());

    public void change(int v) {
        setting = new Setting(v);
        map = new ConcurrentHashMap<>();
        keys.add("k");
    }

    public int get() {
        map.put("a", "b");
        return setting.value + keys.size();
    }

    static final class Setting {
        final int value;

        Setting(int value) {
            this.value = value;
        }
    }
}

/** Row 53: types are known behind `var`. */
@ThreadSafe
class Inferred {
    private final ReentrantLock lock = new ReentrantLock();
    private int n;

    public void inc() {
        var held = lock;
        held.lock();
        n++;
        held.unlock();
    }
}
