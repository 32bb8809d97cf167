import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jcip.annotations.ThreadSafe;

/** The lock is the object of a static field, which a builder has made: its name is that of the field. */
@ThreadSafe
public class BuiltLock {
    private static final Map<String, String> NAMES = Builder.<String, String>builder().put("a", "b").build();
    private static int size;

    static class Builder<K, V> {
        private final NavigableMap<K, V> map = new TreeMap<>();

        static <K, V> Builder<K, V> builder() {
            return new Builder<>();
        }

        Builder<K, V> put(K key, V value) {
            map.put(key, value);
            return this;
        }

        NavigableMap<K, V> build() {
            return map;
        }
    }

    public static String get(String key) {
        synchronized (NAMES) {
            size++; // GOOD
            return NAMES.get(key);
        }
    }

    public static void put(String key) {
        synchronized (NAMES) {
            NAMES.put(key, key);
        }
        size = NAMES.size(); // BAD
    }
}
