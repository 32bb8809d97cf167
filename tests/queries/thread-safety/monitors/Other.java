package monitors;

import net.jcip.annotations.ThreadSafe;

/** The monitor of `this` does not protect another instance. */
@ThreadSafe
public class Other {
    private int n;

    public synchronized void set(int n) {
        this.n = n;
    }

    public synchronized boolean sameAs(Other other) {
        return n == other.n;
    }

    public void copy(Other other) {
        synchronized (other) {
            other.n++;
        }
    }
}
