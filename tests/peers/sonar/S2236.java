package sonar;

/** S2236: waits on a thread. */
class S2236 {
    private boolean ready;

    void bad(Thread worker) throws InterruptedException {
        synchronized (worker) {
            while (!ready) {
                worker.wait(1000); // BAD java/wait-on-thread
            }
        }
    }
}
