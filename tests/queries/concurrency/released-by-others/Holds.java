import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The caller gets a function that gives the lock back. */
class Holds {
    interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    private final Lock plain = new ReentrantLock();
    private final ReentrantReadWriteLock halves = new ReentrantReadWriteLock();
    private final Lock lost = new ReentrantLock();

    Hold hold() {
        plain.lock();
        return plain::unlock;
    }

    Hold holdToRead() {
        halves.readLock().lock();
        return () -> halves.readLock().unlock();
    }

    /** The function gives another lock back. */
    Hold mistaken() {
        lost.lock();
        return plain::unlock;
    }
}
