package spotbugs;

/** MWN_MISMATCHED_NOTIFY, MWN_MISMATCHED_WAIT: wait and notify without the lock of the object. */
class MwnMismatched {
    private final Object lock = new Object();
    private boolean ready;

    void badNotify() {
        ready = true;
        lock.notifyAll(); // BAD java/notify-without-sync
    }

    synchronized void badWait() throws InterruptedException {
        while (!ready) {
            lock.wait(); // BAD java/notify-without-sync
        }
    }
}
