package pmd;

/** UseNotifyAllInsteadOfNotify: wakes one thread. */
class UseNotifyAllInsteadOfNotify {
    private boolean ready;

    synchronized void bad() {
        ready = true;
        notify(); // BAD java/notify-instead-of-notify-all
    }
}
