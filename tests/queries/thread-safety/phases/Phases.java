import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

@interface ThreadSafe {
}

/** Lists that are filled until a flag is set for good, and then read by who has set it. */
@ThreadSafe
class Phases {
    private final Object lock = new Object();
    private final List<String> lines = new ArrayList<>();
    private boolean over;

    void add(String s) {
        synchronized (lock) {
            if (over) {
                throw new IllegalStateException();
            }
            lines.add(s);
        }
    }

    List<String> end() {
        synchronized (lock) {
            if (over) {
                return null;
            }
            over = true;
        }
        lines.add("end");
        return new ArrayList<>(lines);
    }
}

/** The flag is not asked for, or set without the lock. */
@ThreadSafe
class Leaky {
    private final List<String> lines = new ArrayList<>();
    private boolean over;

    synchronized void add(String s) {
        lines.add(s); // the flag is not asked for
    }

    List<String> end() {
        synchronized (this) {
            if (over) {
                return null;
            }
            over = true;
        }
        return new ArrayList<>(lines); // $ Alert
    }

    private final List<String> notes = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    void note(String s) {
        synchronized (notes) {
            if (!closed.get()) {
                notes.add(s); // the flag is set without the lock
            }
        }
    }

    String close() {
        if (closed.getAndSet(true)) {
            return null;
        }
        return String.join(",", notes); // $ Alert
    }

    private final List<String> twice = new ArrayList<>();
    private boolean shut;

    synchronized void twice(String s) {
        if (!shut) {
            twice.add(s);
        }
    }

    void shut() {
        synchronized (this) {
            shut = true; // by anybody, again and again
        }
        twice.clear(); // $ Alert
    }
}

/** A volatile flag that a helper looks at. */
@ThreadSafe
class Loaded {
    private volatile boolean ready;
    private volatile boolean other;
    private Map<String, String> table;
    private Map<String, String> second;

    private synchronized void load() {
        if (!ready) {
            table = new HashMap<>();
            ready = true;
        }
    }

    private void check() {
        if (!ready) {
            load();
        }
    }

    String get(String k) {
        check();
        return table.get(k);
    }

    private void log() {
        System.out.println(other);
    }

    synchronized void fill() {
        second = new HashMap<>();
        other = true;
    }

    String none(String k) {
        log();
        return second.get(k); // $ Alert
    }
}

/** What the tasks of an executor fill, and others use when it has ended. */
@ThreadSafe
class Pools {
    private final Map<String, String> table = new HashMap<>();
    private final Map<String, String> early = new HashMap<>();
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    void begin(String k) {
        pool.execute(() -> {
            table.put(k, k);
            early.put(k, k);
        });
    }

    synchronized void end() throws InterruptedException {
        early.clear(); // $ Alert
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        table.clear();
    }
}
