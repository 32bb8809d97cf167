class NakedNotifying {
    private boolean done;
    private final Object lock = new Object();
    private final int[] slots = new int[2];

    synchronized void bad() {
        notifyAll();  // BAD
    }

    void badBlock() {
        synchronized (lock) {
            lock.notify();  // BAD
        }
    }

    synchronized void good() {
        done = true;
        notifyAll();
    }

    void goodBefore() {
        done = true;
        synchronized (this) {
            notifyAll();  // GOOD: changed before
        }
    }

    synchronized void goodArray() {
        slots[0]++;
        notifyAll();
    }

    synchronized void goodCall() {
        change();
        notifyAll();  // GOOD: what is called may change it
    }

    private void change() { done = true; }
}
