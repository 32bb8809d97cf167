package pmd;

/** AvoidSynchronizedAtMethodLevel, AvoidSynchronizedStatement: synchronized, which some want to see nowhere. */
class AvoidSynchronizedAtMethodLevel {
    private int count;

    synchronized void bad() { // MISSED a matter of style and speed: the lock is right
        count++;
    }

    void badBlock() {
        synchronized (this) { // MISSED a matter of style and speed: the lock is right
            count++;
        }
    }
}
