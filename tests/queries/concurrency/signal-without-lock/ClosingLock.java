import java.util.concurrent.locks.*;
/** Takes a lock, by one call that hands on to another, and gives it back when it is closed. */
public final class ClosingLock implements AutoCloseable {
    public static ClosingLock acquire(final Lock lock) {
        return acquire(lock, null);
    }
    public static ClosingLock acquire(final Lock lock, Runnable r) {
        lock.lock();
        return new ClosingLock(lock, r);
    }
    private final Lock underlying;
    private final Runnable r;
    private ClosingLock(Lock underlying, Runnable r) { this.underlying = underlying; this.r = r; }
    @Override public void close() { underlying.unlock(); }
}
