package monitors;

import net.jcip.annotations.ThreadSafe;

/** A static field is not protected by the monitors of instances. */
@ThreadSafe
public class Statics {
    private static int good;
    private static int bad;

    public static synchronized void inc() {
        good++;
        bad++;
    }

    public int good() {
        synchronized (Statics.class) {
            return good;
        }
    }

    public synchronized int bad() {
        return bad;
    }
}
