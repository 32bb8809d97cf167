package helpers;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

/** The private method looks unprotected; all its public callers lock. */
@ThreadSafe
public class Point {
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
        lock.lock();
        try {
            setY(y);
        } finally {
            lock.unlock();
        }
    }
}
