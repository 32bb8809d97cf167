package errorprone;

/** NonAtomicVolatileUpdate: counts up a volatile field. */
class NonAtomicVolatileUpdate {
    private volatile int count;

    void bad() {
        count++; // BAD java/non-atomic-volatile-update
    }

    void badAssign() {
        count += 2; // BAD java/non-atomic-volatile-update
        count = count + 3; // BAD java/non-atomic-volatile-update
    }

    static class Good {
        private volatile int count;

        synchronized void count() { count++; }
    }
}
