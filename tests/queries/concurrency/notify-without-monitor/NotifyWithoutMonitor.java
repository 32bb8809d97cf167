class NotifyWithoutMonitor {
    private final Object lock = new Object();
    private final Object other = new Object();
    private boolean ready;

    public void bad() {
        ready = true;
        lock.notifyAll();  // BAD
    }

    public void badThis() throws InterruptedException {
        while (!ready) wait();  // BAD
    }

    public void badOther() {
        synchronized (other) {
            lock.notify();  // BAD
        }
    }

    public synchronized void badThisOther() {
        lock.notify();  // BAD
    }

    public synchronized void good() {
        notifyAll();
        signal();
    }

    private void signal() {
        notifyAll();  // GOOD: the only caller is synchronized
    }

    public void goodBlock() {
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    public void trickyAlias() {
        Object l = lock;
        synchronized (l) {
            lock.notifyAll();  // GOOD: the same object
        }
    }

    public void trickyUnknown(Object any) {
        synchronized (any) {
            lock.notifyAll();  // GOOD: who knows what 'any' is
        }
    }

    private final Object idle = new Object();
    private boolean done;

    public synchronized void badNeverLocked() throws InterruptedException {
        while (!done) idle.wait();  // BAD: nothing in the class locks it
    }
}
