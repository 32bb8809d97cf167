package helpers;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

/** One of the public callers of the private method forgets the lock. */
@ThreadSafe
public class LeakyPoint {
    private final Lock lock = new ReentrantLock();
    private int y;

    private void setY(int y) {
        this.y = y;
    }

    public void reset() {
        lock.lock();
        setY(0);
        lock.unlock();
    }

    public void move(int y) {
        setY(y);
    }
}
