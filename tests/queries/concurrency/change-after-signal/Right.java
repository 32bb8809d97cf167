package right;

/** The flag is set in the block of the signal, or before it, or signalled again. */
public class Right {
    private volatile boolean open;
    private final Object bell = new Object();

    public void inBlock() {
        synchronized (bell) {
            bell.notifyAll();
            open = true;
        }
    }

    public void before() {
        open = true;
        synchronized (bell) {
            bell.notifyAll();
        }
    }

    public void againSent() {
        synchronized (bell) {
            bell.notifyAll();
        }
        open = true;
        synchronized (bell) {
            bell.notifyAll();
        }
    }

    public void reset() {
        open = true;
        synchronized (bell) {
            bell.notifyAll();
        }
        open = false;
    }

    public void await() throws InterruptedException {
        synchronized (bell) {
            while (!open) {
                bell.wait();
            }
        }
    }
}
