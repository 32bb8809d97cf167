package shapes;

import net.jcip.annotations.ThreadSafe;

/** Updates of volatile fields in two steps; plain reads and writes are fine. */
@ThreadSafe
public class Volatile {
    private volatile int count;
    private volatile int total;
    private volatile boolean stopped;
    private volatile int guarded;

    public void inc() {
        count++; // BAD
    }

    public void add(int n) {
        total = total + n; // BAD
    }

    public void stop() {
        stopped = true;
    }

    public boolean isStopped() {
        return stopped;
    }

    public synchronized void one() {
        guarded++;
    }

    public int guarded() {
        return guarded;
    }
}
