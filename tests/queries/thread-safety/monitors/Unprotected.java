package monitors;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.jcip.annotations.ThreadSafe;

/** Changes of what a field holds: elements of an array, the state of a map. */
@ThreadSafe
public class Unprotected {
    private final int[] slots = new int[8];
    private final Map<String, String> map = new HashMap<>();
    private final Map<String, String> concurrent = new ConcurrentHashMap<>();
    private final AtomicInteger atomic = new AtomicInteger();
    private volatile boolean stopped;

    public void store(int i) {
        slots[i]++;
    }

    public void put(String key) {
        map.put(key, key);
        concurrent.put(key, key);
        atomic.incrementAndGet();
        stopped = true;
    }

    public synchronized String get(String key) {
        return map.get(key);
    }
}
