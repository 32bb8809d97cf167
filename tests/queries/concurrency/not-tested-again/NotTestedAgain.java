import java.util.*;
import java.util.concurrent.locks.*;

class NotTestedAgain {
    private final Map<String, String> words = new HashMap<>();
    private final Lock lock = new ReentrantLock();
    private final Object mutex = new Object();
    private volatile boolean filled;
    private volatile List<String> names;
    private volatile String title;
    private boolean open;
    private int doors;
    private boolean closed;
    private boolean ready;
    private int made;
    private enum State { NEW, RUNNING }
    private volatile State state = State.NEW;
    private final List<Thread> threads = new ArrayList<>();

    public void fill() {
        if (filled) {  // BAD
            return;
        }
        synchronized (mutex) {
            words.clear();
            words.put("a", "b");
            filled = true;
        }
    }

    public void fillOnce() {
        if (filled) return;
        synchronized (mutex) {
            if (filled) return;
            words.clear();
            filled = true;
        }
    }

    public List<String> names() {
        if (names == null) {  // BAD
            makeNames();
        }
        return names;
    }

    private synchronized void makeNames() {
        names = new ArrayList<>();
    }

    public String title() {
        if (title == null) {
            synchronized (this) {
                title = "a" + made;  // GOOD: all make an equal one
            }
        }
        return title;
    }

    public synchronized boolean isOpen() { return open; }

    public void open() {
        if (!isOpen()) {  // BAD
            lock.lock();
            try {
                open = true;
                doors++;
            } finally {
                lock.unlock();
            }
        }
    }

    public void close() {
        if (closed) return;  // GOOD: to close twice does no harm
        synchronized (this) {
            closed = true;
            notifyAll();
        }
    }

    public void make() {
        boolean missing;
        synchronized (mutex) {
            missing = !ready;
        }
        if (missing) {  // BAD: in two sections
            synchronized (mutex) {
                ready = true;
                made++;
            }
        }
    }

    public void makeAtOnce() {
        synchronized (mutex) {
            if (!ready) {
                ready = true;
                made++;
            }
        }
    }

    public void start() {
        if (state == State.NEW) {  // BAD
            synchronized (this) {
                state = State.RUNNING;
                threads.add(new Thread());
            }
        }
    }
}
