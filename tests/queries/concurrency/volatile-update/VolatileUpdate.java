class VolatileUpdate {
    private volatile int hits;
    private volatile long total;
    private volatile boolean any;
    private int plain;
    private volatile int atStart;
    private volatile int copied;

    VolatileUpdate() {
        atStart++;  // GOOD: nobody else knows the object
    }

    public void bad(int n) {
        hits++;  // BAD
        total += n;  // BAD
        any |= n > 0;  // BAD
        hits = hits + n;  // BAD
    }

    public synchronized void good() {
        copied++;
    }

    public void alsoGood(VolatileUpdate other) {
        plain++;  // not volatile: another matter
        copied = other.copied;
        any = !any == (hits == 0);  // BAD
    }

    public void tricky(VolatileUpdate other) {
        copied = other.copied + 1;  // GOOD: that of another object
    }
}
