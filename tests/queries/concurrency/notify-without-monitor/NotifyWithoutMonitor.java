class NotifyWithoutMonitor {
    private final Object lock = new Object();
    private final Object other = new Object();
    private boolean ready;

    void bad() {
        ready = true;
        lock.notifyAll();  // BAD
    }

    void badThis() throws InterruptedException {
        while (!ready) wait();  // BAD
    }

    void badOther() {
        synchronized (other) {
            lock.notify();  // BAD
        }
    }

    synchronized void badThisOther() {
        lock.notify();  // BAD
    }

    synchronized void good() {
        notifyAll();
        signal();
    }

    private void signal() {
        notifyAll();  // GOOD: the only caller is synchronized
    }

    void goodBlock() {
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    void trickyAlias() {
        Object l = lock;
        synchronized (l) {
            lock.notifyAll();  // GOOD: the same object
        }
    }

    void trickyUnknown(Object any) {
        synchronized (any) {
            lock.notifyAll();  // GOOD: who knows what 'any' is
        }
    }
}
