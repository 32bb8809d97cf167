class StaticInstanceLock {
    private static int made;
    private static int held;
    private static volatile int last;
    private static int once;
    private final Object lock = new Object();
    private static final Object COMMON = new Object();

    synchronized void bad() {
        made++;  // BAD
    }

    void badField() {
        synchronized (lock) {
            once = 2;  // BAD
        }
    }

    void good() {
        synchronized (StaticInstanceLock.class) {
            held++;
        }
    }

    synchronized void goodBoth() {
        synchronized (COMMON) {
            held++;  // GOOD: the static lock is held too
        }
    }

    synchronized void goodVolatile() {
        last = 3;  // GOOD: a plain write of a volatile field needs no lock
    }

    static class Single {
        private static final Single ONLY = new Single();
        private static int n;

        private Single() { }

        synchronized void count() {
            n++;  // GOOD: there is one object
        }
    }

    /** Constructors of two objects run at the same time. */
    static class Numbered {
        private static int next;
        private static int right;
        private final Object lock = new Object();
        private final int number;

        Numbered() {
            synchronized (lock) {
                number = next++;  // BAD
            }
            synchronized (Numbered.class) {
                right++;  // GOOD
            }
        }
    }
}
