package sonar;

/** S2276: sleeps with a lock held. */
class S2276 {
    private final Object monitor = new Object();
    private boolean notReady = true;

    void bad() throws InterruptedException {
        synchronized (monitor) {
            while (notReady) {
                Thread.sleep(200); // BAD java/sleep-with-lock-held
            }
        }
    }

    void good() throws InterruptedException {
        synchronized (monitor) {
            while (notReady) {
                monitor.wait(200);
            }
        }
    }

    void set() {
        synchronized (monitor) {
            notReady = false;
            monitor.notifyAll();
        }
    }
}
