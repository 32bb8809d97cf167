class EmptyBlock {
    private final Object lock = new Object();
    private int count;

    void bad() {
        synchronized (lock) { }  // BAD
        count++;
    }

    static void badClass() {
        synchronized (EmptyBlock.class) { /* wait for the others */ }  // BAD, below the default: it says why
    }

    void good() {
        synchronized (lock) {
            count++;
        }
    }

    synchronized void goodMethod() { }  // GOOD: methods are another question
}
