package codeql;

/** java/wait-outside-loop: a wait that nothing tests again. */
class WaitOutsideLoop {
    private boolean ready;

    synchronized void bad() throws InterruptedException {
        if (!ready) {
            wait(); // BAD java/wait-outside-loop
        }
        System.out.println("ready");
    }

    synchronized void good() throws InterruptedException {
        while (!ready) {
            wait();
        }
        System.out.println("ready");
    }

    synchronized void set() {
        ready = true;
        notifyAll();
    }
}
