import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.ThreadSafe;

/** Maps in the order of access: to look an entry up moves it to the end. */
@ThreadSafe
public class Recent {
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, String> byUse = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, String> byAge = new LinkedHashMap<>(16, 0.75f, false);
    private final Map<String, String> bounded = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> e) {
            return size() > 100;
        }
    };
    private final Lru own = new Lru();

    static class Lru extends LinkedHashMap<String, String> {
        Lru() {
            super(16, 0.75f, true);
        }
    }

    public String get(String k) {
        lock.readLock().lock();
        try {
            String old = byAge.get(k); // GOOD
            String s = byUse.get(k); // BAD: many hold the read lock
            String t = bounded.get(k); // BAD
            return s + t + old + own.get(k); // BAD
        } finally {
            lock.readLock().unlock();
        }
    }

    public boolean has(String k) {
        lock.readLock().lock();
        try {
            return byUse.containsKey(k); // GOOD: that moves nothing
        } finally {
            lock.readLock().unlock();
        }
    }

    public void put(String k, String v) {
        lock.writeLock().lock();
        try {
            byUse.put(k, v);
            byAge.put(k, v);
            bounded.put(k, v);
            own.put(k, v);
        } finally {
            lock.writeLock().unlock();
        }
    }
}
