/** What the method that starts a thread does before that ranks low: services are started once. */
public class Service extends Thread {
    private int[] buffer; // GOOD: made before the start
    private int used; // BAD: written without the lock when the thread runs

    @Override
    public synchronized void start() {
        buffer = new int[10];
        super.start();
    }

    @Override
    public void run() {
        while (used < buffer.length) {
            synchronized (this) {
                used += 2;
            }
        }
    }

    public void reset() {
        used = 0;
    }
}
