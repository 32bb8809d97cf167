package sonar;

/** S2274: a wait outside a loop. */
class S2274 {
    private final Object lock = new Object();
    private boolean ready;

    void bad() throws InterruptedException {
        synchronized (lock) {
            if (!ready) {
                lock.wait(500); // BAD java/wait-outside-loop
            }
        }
    }
}
