package counters;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class CounterTS {
    private int cnt = 0;
    private final Lock l = new ReentrantLock();

    public void inc() {
        l.lock();
        cnt++;
        l.unlock();
    }

    public int get() {
        l.lock();
        try {
            return cnt;
        } finally {
            l.unlock();
        }
    }
}
