package shapes;

import java.security.AccessController;
import java.security.PrivilegedAction;
import net.jcip.annotations.ThreadSafe;

/** Objects that are run where they are handed over, under the lock that is held there. */
@ThreadSafe
public class RunHere implements PrivilegedAction<Integer> {
    private int action;
    private int value;

    public synchronized int one() {
        action = 1;
        return AccessController.doPrivileged(this);
    }

    public synchronized int two() {
        return AccessController.doPrivileged(new PrivilegedAction<Integer>() {
            @Override
            public Integer run() {
                return ++value;
            }
        });
    }

    @Override
    public Integer run() {
        return action + value;
    }
}
