class Spin {
    private boolean done;
    private volatile boolean seen;
    private int steps;

    void bad() {
        while (!done) { }  // BAD
    }

    void badPause() throws InterruptedException {
        while (!done) Thread.sleep(10);  // BAD
    }

    void finish() {
        done = true;
        seen = true;
    }

    void good() {
        while (!seen) Thread.onSpinWait();
    }

    synchronized void goodLock() throws InterruptedException {
        while (!done) wait();
    }

    void tricky() {
        while (steps < 10) {
            steps++;  // GOOD: this loop changes it itself
        }
    }

    void trickyCall() {
        while (!done) finish();  // GOOD: what it calls does
    }
}
