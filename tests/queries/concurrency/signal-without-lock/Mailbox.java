import java.util.concurrent.locks.*;
public class Mailbox {
    private final Lock lock = new ReentrantLock();
    private final Condition c = lock.newCondition();
    private int n;
    public void put() {
        try (ClosingLock a = ClosingLock.acquire(lock)) {
            n++;
            c.signal(); // GOOD: the resource holds the lock
        }
    }
    public void wake() {
        c.signal(); // BAD: without the lock
    }
    public int get() {
        try (ClosingLock a = ClosingLock.acquire(lock)) {
            return n;
        }
    }
}
