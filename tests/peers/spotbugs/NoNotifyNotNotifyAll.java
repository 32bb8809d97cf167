package spotbugs;

/** NO_NOTIFY_NOT_NOTIFYALL: wakes one thread, whichever. */
class NoNotifyNotNotifyAll {
    private int permits;

    synchronized void bad() {
        permits++;
        notify(); // BAD java/notify-instead-of-notify-all
    }

    synchronized void take() throws InterruptedException {
        while (permits == 0) wait();
        permits--;
    }
}
