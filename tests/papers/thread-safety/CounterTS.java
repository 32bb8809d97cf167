import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

/** Paper 1, figure 1: the lock makes it thread-safe. */
@ThreadSafe
public class CounterTS {
    private int cnt = 0;
    private final Lock l = new ReentrantLock();

    public void inc() {
        l.lock();
        cnt++;
        l.unlock();
    }
}
