package monitors;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
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
    private final List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
    private volatile boolean stopped;
    private int count;

    public void store(int i) {
        slots[i]++;
    }

    public void put(String key) {
        map.put(key, key);
        concurrent.put(key, key);
        atomic.incrementAndGet();
        wrapped.add(key);
        stopped = true;
    }

    public synchronized int count() {
        return ++count;
    }

    @Override
    public Unprotected clone() throws CloneNotSupportedException {
        Unprotected copy = (Unprotected) super.clone();
        copy.count = 0;
        return copy;
    }

    public synchronized String get(String key) {
        return map.get(key);
    }
}
