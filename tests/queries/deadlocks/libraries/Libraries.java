import java.util.Observable;
import java.util.Observer;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The bins of a map. */
class Bins {
    private final ConcurrentMap<String, String> names = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private int n;

    void add(String key) {
        names.computeIfAbsent(key, k -> {  // BAD
            synchronized (lock) { return k + n++; }
        });
    }

    void forget(String key) {
        synchronized (lock) {
            n--;
            names.remove(key);
        }
    }

    public static void main(String[] args) {
        Bins b = new Bins();
        new Thread(() -> b.add("x")).start();
        new Thread(() -> b.forget("x")).start();
    }
}

class BinsInOrder {
    private final ConcurrentMap<String, String> names = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private int n;

    void add(String key) {
        String made;
        synchronized (lock) { made = key + n++; }
        names.computeIfAbsent(key, k -> made);  // GOOD: the function takes no lock
    }

    void forget(String key) {
        synchronized (lock) {
            n--;
            names.remove(key);
        }
    }

    public static void main(String[] args) {
        BinsInOrder b = new BinsInOrder();
        new Thread(() -> b.add("x")).start();
        new Thread(() -> b.forget("x")).start();
    }
}

/** A vector locks itself in each call. */
class Vectors {
    private final Vector<String> lines = new Vector<>();
    private int n;

    synchronized void add(String line) {  // BAD
        n++;
        lines.add(line);
    }

    void print() {
        synchronized (lines) {
            for (String line : lines) printed(line);
        }
    }

    private synchronized void printed(String line) { n--; }

    public static void main(String[] args) {
        Vectors v = new Vectors();
        new Thread(() -> v.add("x")).start();
        new Thread(v::print).start();
    }
}

class VectorsInOrder {
    private final Vector<String> lines = new Vector<>();
    private int n;

    synchronized void add(String line) {  // GOOD: its own lock, then the vector's
        n++;
        lines.add(line);
    }

    synchronized void print() {
        synchronized (lines) {
            for (String line : lines) n--;
        }
    }

    public static void main(String[] args) {
        VectorsInOrder v = new VectorsInOrder();
        new Thread(() -> v.add("x")).start();
        new Thread(v::print).start();
    }
}

/** Those who observe lock themselves, and the observed object, when they begin to observe. */
class Clock extends Observable {
    private int hour;

    synchronized void tick(Watcher w) {  // BAD
        hour++;
        w.update(this, null);
    }

    public static void main(String[] args) {
        Clock c = new Clock();
        Watcher w = new Watcher();
        new Thread(() -> c.tick(w)).start();
        new Thread(() -> w.watch(c)).start();
    }
}

class Watcher implements Observer {
    private int seen;

    synchronized void watch(Clock c) { c.addObserver(this); }

    @Override public synchronized void update(Observable o, Object arg) { seen++; }
}
