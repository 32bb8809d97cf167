package views;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import javax.annotation.concurrent.ThreadSafe;

/** The map is filled once, by whoever comes first; all who get the view have passed the lock since. */
@ThreadSafe
class Filled {
    private Map<String, Integer> sizes;

    private synchronized void load() {
        if (sizes == null) {
            sizes = new TreeMap<>();
            sizes.put("small", 1);
            sizes.put("large", 9);
        }
    }

    public Map<String, Integer> sizes() {
        load();
        return Collections.unmodifiableMap(sizes);
    }

    public synchronized boolean isLoaded() {
        return sizes != null;
    }
}

/** Filled in this way, but changed later, too. */
@ThreadSafe
class FilledAndChanged {
    private Map<String, Integer> sizes;

    private synchronized void load() {
        if (sizes == null) {
            sizes = new TreeMap<>();
            sizes.put("small", 1);
        }
    }

    public synchronized void add(String name, int size) {
        load();
        sizes.put(name, size);
    }

    public Map<String, Integer> sizes() {
        load();
        return Collections.unmodifiableMap(sizes);
    }
}
