package nested;

/** A registry of names. This class is not thread-safe. */
public class Nested {
    private int total;
    public synchronized void up() { total++; }
    public int get() { return total; }

    /** What is said of the class around it says nothing of this one. */
    public static class Counter {
        private int count;
        public synchronized void up() { count++; }
        public int get() { return count; } // BAD
    }

    /** This one says it of itself: instances are not thread-safe. */
    public static class Builder {
        private int size;
        public synchronized void grow() { size++; }
        public int size() { return size; }
    }
}

/** What a lambda holds is said of the object around it. */
class InLambda {
    private final Object gate = new Object();
    private int n;
    private int m;

    public void first() {
        Runnable r = () -> { synchronized (this) { n++; } };
        r.run();
    }
    public void second() { n++; } // BAD
    public synchronized int n() { return n; }

    public void third() {
        Runnable r = () -> { synchronized (gate) { m++; } };
        r.run();
    }
    public void fourth() { m++; } // BAD
    public int m() { synchronized (gate) { return m; } }
}
