package heldbycallers;

/** What callers get from a factory method, they call: it may be the one that the pool knows. */
public class Pools {
    private Handle current;

    public synchronized Handle open() {
        if (current != null) {
            current.detach();
        }
        current = new Handle(this);
        return current;
    }

    synchronized void recycle(Handle h) {
        if (current == h) {
            current = null;
        }
    }

    public static class Handle {
        private final Pools pool;
        private boolean attached = true;

        public Handle(Pools pool) { this.pool = pool; }

        synchronized void detach() { attached = false; }

        public synchronized void close() {
            if (attached) {
                pool.recycle(this);
            }
        }
    }

    /** The pool is locked first by both: right. */
    public static class Ordered {
        private Grip current;

        public synchronized Grip open() {
            if (current != null) {
                current.detach();
            }
            current = new Grip(this);
            return current;
        }

        synchronized void recycle(Grip g) {
            if (current == g) {
                current = null;
            }
        }
    }

    public static class Grip {
        private final Ordered pool;
        private boolean attached = true;

        public Grip(Ordered pool) { this.pool = pool; }

        synchronized void detach() { attached = false; }

        public void close() {
            synchronized (pool) {
                synchronized (this) {
                    if (attached) {
                        pool.recycle(this);
                    }
                }
            }
        }
    }
}
