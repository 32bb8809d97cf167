import java.util.concurrent.atomic.AtomicInteger;

@interface ThreadSafe {
}

/** What only one of the two queries tells, and why. */
public class Counters {
    /** Told by both. */
    @ThreadSafe
    public static class Plain {
        private int both;

        public synchronized void add() {
            both += 2;
        }

        public int get() {
            return both - 1;
        }
    }

    /** An update of a volatile field is no data race. */
    @ThreadSafe
    public static class Volatile {
        private volatile int updated;

        public void add() {
            updated++;
        }
    }

    /** Not annotated: only the whole program tells. */
    public static class NotAnnotated {
        private int unguarded;

        public synchronized void add() {
            unguarded += 2;
        }

        public int get() {
            return unguarded - 1;
        }
    }

    /** A flag that changes only once is reported as benign. */
    @ThreadSafe
    public static class Flag {
        private boolean stopped;
        private final AtomicInteger rounds = new AtomicInteger();

        public void stop() {
            stopped = true;
        }

        public void run() {
            while (!stopped) {
                rounds.incrementAndGet();
            }
        }
    }

    /** No method of others comes to it. */
    @ThreadSafe
    static class Unused {
        private int nobody;

        public void add() {
            nobody++;
        }
    }
}
