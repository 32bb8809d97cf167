package surface;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class Account {
    private final Lock left = new ReentrantLock();
    private final Lock right = new ReentrantLock();
    private int open;
    private int mixed;
    private int safe;

    public void open(int v) {
        helper(v);
    }

    private void helper(int v) {
        open = v;
    }

    public int get() {
        return open;
    }

    public void mixed() {
        left.lock();
        mixed++;
        safe++;
        left.unlock();
    }

    public int read() {
        right.lock();
        try {
            return mixed;
        } finally {
            right.unlock();
        }
    }
}
