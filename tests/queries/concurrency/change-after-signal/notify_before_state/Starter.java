package notify_before_state;

public class Starter {
    private volatile boolean go;
    private final Object bell = new Object();
    public void fire() {
        synchronized (bell) { bell.notifyAll(); }
        go = true;
    }
    public void await() throws InterruptedException {
        synchronized (bell) {
            while (!go) bell.wait();
        }
    }
}
