import java.util.*;
import java.util.concurrent.*;

class Recursive {
    private final ConcurrentMap<Integer, Long> known = new ConcurrentHashMap<>();
    private final Map<String, Integer> depths = new HashMap<>();
    private final ConcurrentMap<Integer, Long> other = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, Long> sorted = new ConcurrentSkipListMap<>();
    private Recursive parent;

    long fibonacci(int n) {
        if (n < 2) return n;
        return known.computeIfAbsent(n, this::next);  // BAD
    }

    private Long next(int n) { return fibonacci(n - 1) + fibonacci(n - 2); }

    int depth(String path) {
        return depths.computeIfAbsent(path, p -> p.isEmpty() ? 0 : 1 + depth(p.substring(1)));  // BAD
    }

    void direct(ConcurrentHashMap<String, String> map, String key) {
        map.computeIfAbsent(key, k -> {  // BAD
            map.put(k + "!", "x");
            return "y";
        });
    }

    void anonymous(int n) {
        known.merge(n, 1L, new java.util.function.BiFunction<Long, Long, Long>() {  // BAD
            public Long apply(Long a, Long b) {
                known.remove(0);
                return a + b;
            }
        });
    }

    long read(int n) {
        return known.computeIfAbsent(n, k -> known.getOrDefault(k - 1, 0L));  // GOOD here: it only reads
    }

    long otherMap(int n) {
        return known.computeIfAbsent(n, k -> other.computeIfAbsent(k, j -> 1L));  // GOOD
    }

    long ofParent(int n) {
        return known.computeIfAbsent(n, k -> parent == null ? 1L : parent.ofParent(k));  // GOOD: the parent's map
    }

    long sorted(int n) {
        return sorted.computeIfAbsent(n, k -> k < 2 ? 1L : sorted(k - 1));  // GOOD: no hash map
    }

    long apart(int n) {
        Long found = known.get(n);
        if (found == null) {
            found = n < 2 ? 1L : apart(n - 1) + apart(n - 2);
            known.putIfAbsent(n, found);  // GOOD
        }
        return found;
    }
}
