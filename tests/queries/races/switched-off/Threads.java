import java.util.*;
import java.util.concurrent.*;

/** What a constant switches off is never executed. */
public final class Threads {
    private static final boolean DEBUG = false;
    private static final Map<Integer, String> STARTED = new HashMap<>();
    private static int made;

    private Threads() {
    }

    public static ThreadFactory factory(String name) {
        return r -> {
            Thread t = new Thread(r, name);
            if (DEBUG) {
                STARTED.put(System.identityHashCode(t), name);
            }
            if (DEBUG && made < 10) {
                made++;
            }
            return t;
        };
    }

    public static Map<Integer, String> started() {
        return STARTED;
    }

    public static int made() {
        return made;
    }
}
