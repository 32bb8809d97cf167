package monitors;

import net.jcip.annotations.ThreadSafe;

/** All accesses are protected, but not by the same monitor. */
@ThreadSafe
public class Different {
    private final Object left = new Object();
    private final Object right = new Object();
    private int n;

    public void inc() {
        synchronized (left) {
            n++;
        }
    }

    public int get() {
        synchronized (right) {
            return n;
        }
    }
}
