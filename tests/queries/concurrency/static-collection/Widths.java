import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

public class Widths {
    private static final Map<Font, Integer> CACHE = new WeakHashMap<>();
    private static final Map<Font, Integer> SAFE = new ConcurrentHashMap<>();
    private static final Map<Font, Integer> WRAPPED = Collections.synchronizedMap(new HashMap<>());
    private static final Map<Font, Integer> LOCKED = new HashMap<>();
    private static final List<String> NAMES = new ArrayList<>();
    private static final List<String> FIXED = new ArrayList<>();

    static {
        FIXED.add("once");
    }

    public static int cached(Font f) {
        Integer w = CACHE.get(f);
        if (w == null) {
            w = f.measure();
            CACHE.put(f, w); // BAD
        }
        return w;
    }

    public static void safe(Font f) {
        SAFE.put(f, f.measure());
        WRAPPED.put(f, f.measure());
    }

    public static synchronized void locked(Font f) {
        LOCKED.put(f, f.measure());
    }

    public static void name(String s) {
        NAMES.add(s); // BAD, but perhaps at the start only
    }

    public static String first() {
        return FIXED.get(0);
    }

    interface Font {
        int measure();
    }
}
