import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Caches that fill themselves in one call. */
public class Filled {
    private static final Map<Integer, int[]> TABLES = new HashMap<>();
    private static final Map<Integer, int[]> SAFE = new ConcurrentHashMap<>();
    private static final Map<Integer, int[]> BOUNDED = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, int[]> e) {
            return size() > 16;
        }
    };

    public static int[] table(int n) {
        return TABLES.computeIfAbsent(n, k -> new int[k]); // BAD
    }

    public static int[] bounded(int n) {
        return BOUNDED.computeIfAbsent(n, k -> new int[k]); // BAD
    }

    public static int[] safe(int n) {
        return SAFE.computeIfAbsent(n, k -> new int[k]); // GOOD
    }
}
