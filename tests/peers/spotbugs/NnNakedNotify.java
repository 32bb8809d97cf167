package spotbugs;

/** NN_NAKED_NOTIFY: wakes threads and has changed nothing. */
class NnNakedNotify {
    private boolean ready;

    synchronized void bad() {
        notifyAll(); // BAD java/naked-notify
    }

    synchronized void await() throws InterruptedException {
        while (!ready) wait();
    }

    synchronized void good() {
        ready = true;
        notifyAll();
    }
}
