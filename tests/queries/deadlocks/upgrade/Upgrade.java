import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A read lock does not become a write lock. */
public class Upgrade {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private int n;

    public void bad() {
        rw.readLock().lock();
        try {
            if (n == 0) {
                rw.writeLock().lock(); // BAD
                n++;
                rw.writeLock().unlock();
            }
        } finally {
            rw.readLock().unlock();
        }
    }

    public void good() {
        rw.readLock().lock();
        boolean zero = n == 0;
        rw.readLock().unlock();
        if (zero) {
            rw.writeLock().lock(); // GOOD
            try {
                n++;
            } finally {
                rw.writeLock().unlock();
            }
        }
    }

    public void downgrade() {
        rw.writeLock().lock();
        try {
            rw.readLock().lock(); // GOOD: a writer may read
        } finally {
            rw.writeLock().unlock();
        }
        try {
            n--;
        } finally {
            rw.readLock().unlock();
        }
    }
}
