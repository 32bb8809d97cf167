import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.swing.SwingUtilities;
import net.jcip.annotations.ThreadSafe;

/** A map calls back its own method with the lock held under which it is used. */
@ThreadSafe
class Cache {
    private final class Limited extends LinkedHashMap<String, String> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            removed++; // GOOD: 'put' calls this
            return size() > 10;
        }
    }

    private int removed;
    private final Limited map = new Limited();

    public synchronized void keep(String key, String value) {
        map.put(key, value);
    }

    public synchronized int getRemoved() {
        return removed;
    }
}

/** A variant that also fills the map without the lock. */
@ThreadSafe
class LeakyCache {
    private final class Limited extends LinkedHashMap<String, String> {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            removed++; // BAD: 'hurry' calls this without the lock
            return size() > 10;
        }
    }

    private int removed;
    private final Limited map = new Limited();

    public synchronized void keep(String key, String value) {
        map.put(key, value);
    }

    public void hurry(String key, String value) {
        map.put(key, value); // BAD: and fills the map
    }

    public synchronized int getRemoved() {
        return removed;
    }
}

/** A constructor has a library fill a map of its own, function by function. */
@ThreadSafe
class Filled {
    private final Map<String, String> filled = new HashMap<>();

    Filled(Collection<String> names) {
        names.forEach(name -> filled.put(name, "")); // GOOD: nobody else knows the object
    }

    public synchronized void add(String name) {
        filled.put(name, "");
    }
}

/** A constructor has another thread fill a map later. */
@ThreadSafe
class FilledLater {
    private final Map<String, String> filled = new HashMap<>();

    FilledLater(String name) {
        new Thread(() -> filled.put(name, "")).start(); // BAD: callers may be adding
    }

    public synchronized void add(String name) {
        filled.put(name, "");
    }
}

/** A list is handed on to an object that only keeps it. */
@ThreadSafe
class Handing {
    private final List<String> names = new ArrayList<>();

    static class Keeper {
        private final List<String> kept;

        Keeper(List<String> kept) {
            this.kept = kept;
        }
    }

    static class Counter {
        private final int size;

        Counter(List<String> counted) {
            size = counted.size();
        }
    }

    public void add(String name) {
        synchronized (names) {
            names.add(name);
        }
    }

    public Keeper hand() {
        return new Keeper(names); // GOOD: the list stays as it is
    }

    public Counter count() {
        return new Counter(names); // BAD: looks into the list
    }
}

/** Each map in the field is made for several threads. */
@ThreadSafe
class Replaced {
    private volatile Map<String, String> map = new ConcurrentHashMap<>();

    public synchronized void replace(Map<String, String> other) {
        Map<String, String> made = new ConcurrentHashMap<>();
        made.putAll(other);
        map = made;
    }

    public synchronized void put(String key, String value) {
        map.put(key, value);
    }

    public String get(String key) {
        return map.get(key); // GOOD: ConcurrentHashMap
    }
}

/** Whether the lock is held is asked by a method of its own. */
@ThreadSafe
class Asking {
    private final ReentrantLock lock = new ReentrantLock();
    private int state;

    private boolean isHeld() {
        return lock.isHeldByCurrentThread();
    }

    void change() {
        assert isHeld();
        state++; // GOOD
    }

    void changeAnyhow() {
        state++; // BAD
    }

    public void run() {
        lock.lock();
        try {
            change();
            state = 2;
        } finally {
            lock.unlock();
        }
    }
}

/** What the one thread of an object reads and writes by itself is no race; what callers do is. */
@ThreadSafe
class Runner implements Runnable {
    private final Object lock = new Object();
    private Map<String, String> seen = new HashMap<>();

    @Override
    public void run() {
        synchronized (lock) {
            seen.put("a", "b");
        }
        System.out.println(seen.get("a")); // GOOD: the same thread
    }

    public String find(String key) {
        return seen.get(key); // BAD
    }
}

/** A method that the class calls by way of another one, which holds the lock, counts less. */
@ThreadSafe
class Indirect {
    private List<String> disk;

    public List<String> getDisk() { // callers from elsewhere are asked to do the same
        if (disk == null) {
            disk = new ArrayList<>();
        }
        return disk;
    }

    private void store(String name) {
        getDisk().add(name);
    }

    public synchronized void keep(String name) {
        store(name);
    }

    public synchronized void destroy() {
        disk = null;
    }

    class Names {
        private final java.util.Iterator<String> names;

        Names() {
            names = getDisk().iterator();
        }
    }

    public synchronized Names getNames() {
        return new Names();
    }
}

/** The event dispatch thread writes; whoever reads may be on it. */
@ThreadSafe
class Shown {
    private String text;

    public void show(String text) {
        SwingUtilities.invokeLater(() -> this.text = text);
    }

    public String getText() {
        return text;
    }
}

/** Callers hold a lock of their own when they come here. */
@ThreadSafe
class Part {
    String name;

    public String getName() {
        return name;
    }
}

class Whole {
    private final ReentrantLock lock = new ReentrantLock();
    private final Part part = new Part();

    public void rename(String name) {
        lock.lock();
        try {
            part.name = name;
        } finally {
            lock.unlock();
        }
    }
}

/** Only a setter and a method that starts the object write. */
@ThreadSafe
class Configured {
    private List<String> names;

    public void setNames(List<String> names) {
        this.names = names;
    }

    public void start() {
        names = new ArrayList<>();
    }

    public synchronized int count() {
        return names.size();
    }
}

/** A write as by a reader and a read as by the writer exclude each other; two such writes do not. */
@ThreadSafe
class Halves {
    private final java.util.concurrent.locks.ReentrantReadWriteLock lock =
        new java.util.concurrent.locks.ReentrantReadWriteLock();
    private String bridge;

    public void connect(String bridge) {
        lock.readLock().lock();
        try {
            this.bridge = bridge; // BAD: with itself, and not with 'stop'
        } finally {
            lock.readLock().unlock();
        }
    }

    public void stop() {
        lock.writeLock().lock();
        try {
            System.out.println(bridge);
        } finally {
            lock.writeLock().unlock();
        }
    }
}
