package spotbugs;

/** TLW_TWO_LOCK_WAIT: waits on one lock and keeps another. */
class TlwTwoLockWait {
    private final Object outer = new Object();
    private boolean ready;

    void bad() throws InterruptedException {
        synchronized (outer) {
            synchronized (this) {
                while (!ready) {
                    wait(); // BAD java/wait-with-two-locks
                }
            }
        }
    }
}
