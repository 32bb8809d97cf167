import java.util.ArrayList;
import java.util.List;

/** A registry locks entries when it holds its own lock, and entries lock the registry. */
public class Fresh {
    private final List<Entry> entries = new ArrayList<>();

    // GOOD: nobody waits for the lock of an entry that nobody knows yet.
    public synchronized void register() {
        Entry entry = new Entry(this);
        entry.fill();
        entries.add(entry);
    }

    // BAD: it is known to others by then.
    public synchronized void registerEarly() {
        Entry entry = new Entry(this);
        entries.add(entry);
        entry.fill();
    }

    synchronized void forget(Entry entry) {
        entries.remove(entry);
    }

    public synchronized Entry first() {
        return entries.get(0);
    }

    public void begin() {
        new Thread(() -> first().close()).start();
    }

    /** What is registered. */
    public static class Entry {
        private final Fresh registry;
        private int state;

        Entry(Fresh registry) {
            this.registry = registry;
        }

        synchronized void fill() {
            state = 1;
        }

        public synchronized void close() {
            registry.forget(this);
        }
    }
}
