class BusyWait {
    private volatile boolean done;
    private boolean guarded;
    private volatile int state;

    void bad() throws InterruptedException {
        while (!done) Thread.sleep(10);  // BAD
    }

    void badEmpty() {
        while (state != 2) { }  // BAD
    }

    synchronized void badLock() throws InterruptedException {
        while (!guarded) {  // GOOD here: that it sleeps with a lock held is told by another query
            Thread.sleep(10);
        }
    }

    void finish() {
        done = true;
        guarded = true;
        state = 2;
    }

    void good() {
        while (!done) Thread.onSpinWait();  // GOOD: says that it spins
    }

    synchronized void goodWait() throws InterruptedException {
        while (!guarded) wait(10);
    }

    void tricky() throws InterruptedException {
        while (!done) {
            work();  // GOOD: it works between the tests
            Thread.sleep(10);
        }
    }

    private void work() { System.out.println("working"); }
}
