package errorprone;

/** WaitNotInLoop: a wait under an if. */
class WaitNotInLoop {
    private boolean ready;

    synchronized void bad() throws InterruptedException {
        if (!ready) {
            wait(); // BAD java/wait-outside-loop
        }
    }

    synchronized void good() throws InterruptedException {
        while (!ready) {
            wait();
        }
    }

    synchronized void set() {
        ready = true;
        notifyAll();
    }
}
