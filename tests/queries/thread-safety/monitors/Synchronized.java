package monitors;

import net.jcip.annotations.ThreadSafe;

/** A synchronized method and a block on `this` hold the same monitor. */
@ThreadSafe
public class Synchronized {
    private int n;

    public synchronized void inc() {
        n++;
    }

    public int get() {
        synchronized (this) {
            return n;
        }
    }
}
