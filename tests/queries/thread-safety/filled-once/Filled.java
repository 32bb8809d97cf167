import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

/** A field that is filled once under a lock, which every reader passes first. */
@ThreadSafe
class Dictionary {
    private final ReentrantLock guard = new ReentrantLock();
    private List<String> words;

    private void prepare() {
        guard.lock();
        try {
            if (words != null) return;
            words = new ArrayList<>();
            collect();
        } finally {
            guard.unlock();
        }
    }

    /** Only called where the field is filled. */
    private void collect() { words.add("word"); }

    public boolean knows(String word) {
        prepare();
        return contains(word);
    }

    private boolean contains(String word) { return words.contains(word); }

    public int count() {
        guard.lock();
        try {
            return words == null ? 0 : words.size();
        } finally {
            guard.unlock();
        }
    }
}

/** A flag says that two other fields are filled. */
@ThreadSafe
class Zones {
    private boolean loaded;
    private Map<String, Integer> offsets;
    private String best;

    private synchronized void ensure() {
        if (!loaded) {
            offsets = new HashMap<>();
            best = "utc";
            loaded = true;
        }
    }

    public Integer offset(String name) {
        ensure();
        return offsets.get(name);
    }

    public String best() {
        ensure();
        return best;
    }

    public synchronized boolean isLoaded() { return loaded; }
}

/** What is emptied again is filled more than once. */
@ThreadSafe
class Emptied {
    private Map<String, String> cache;

    private synchronized void load() {
        if (cache == null) cache = new HashMap<>();
    }

    public synchronized void reset() { cache = null; }

    public String get(String key) {
        load();
        return cache.get(key);
    }
}

/** One reader does not always pass the lock. */
@ThreadSafe
class Skipped {
    private Map<String, String> names;

    private synchronized void load() {
        if (names == null) names = new HashMap<>();
    }

    public String get(String key, boolean first) {
        if (first) load();
        return names.get(key);
    }

    public synchronized int size() { return names.size(); }
}

/** Who finds the field unset does not always set it. */
@ThreadSafe
class Hesitant {
    private Map<String, String> names;
    private final boolean eager = Boolean.getBoolean("eager");

    private synchronized void load() {
        if (names == null) {
            if (eager) names = new HashMap<>();
        }
    }

    public synchronized void loadNow() {
        if (names == null) names = new HashMap<>();
    }

    public boolean has(String key) {
        load();
        return names != null && names.containsKey(key);
    }
}

/** Another object's lock is passed. */
@ThreadSafe
class Neighbour {
    private Map<String, String> names;

    synchronized void load() {
        if (names == null) names = new HashMap<>();
    }

    public boolean has(Neighbour other, String key) {
        other.load();
        return names.containsKey(key);
    }

    public synchronized int size() { return names == null ? 0 : names.size(); }
}
