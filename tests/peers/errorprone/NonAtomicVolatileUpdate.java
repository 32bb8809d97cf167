package errorprone;

/** NonAtomicVolatileUpdate: counts up a volatile field. */
class NonAtomicVolatileUpdate {
    private volatile int count;
    private volatile int goodCount;

    void bad() {
        count++; // BAD java/non-atomic-volatile-update
        count += 2; // BAD java/non-atomic-volatile-update
        count = count + 3; // BAD java/non-atomic-volatile-update
    }

    synchronized void good() {
        goodCount++;
    }
}
