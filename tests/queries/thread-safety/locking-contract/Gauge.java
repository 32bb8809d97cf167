import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

// A class of which most accesses keep a contract, and who does not.
@ThreadSafe
public class Gauge {
    private static final String UNIT = "m";
    private final Lock lock = new ReentrantLock();
    private final List<Integer> values = new ArrayList<>();
    private int last;
    private int resets;
    private volatile boolean closed;

    public void put(int value) {
        lock.lock();
        try {
            values.add(value);
            last = value;
        } finally {
            lock.unlock();
        }
    }

    public int sum() {
        lock.lock();
        try {
            int sum = last;
            for (int value : values) {
                sum += value;
            }
            return sum;
        } finally {
            lock.unlock();
        }
    }

    // Holds no lock.
    public String text() {
        return last + UNIT;
    }

    public synchronized void reset() {
        resets++;
    }

    public synchronized int resets() {
        return resets;
    }

    public void close() {
        closed = true;
    }

    // A thread of its own.
    public void watch() {
        new Thread(() -> {
            while (!closed) {
                last = 0;
            }
        }).start();
    }
}
@interface ThreadSafe {}
