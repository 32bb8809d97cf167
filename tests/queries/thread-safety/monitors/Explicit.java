package monitors;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import net.jcip.annotations.ThreadSafe;

/** Lock objects, directly, through a local variable, and as halves of a read-write lock. */
@ThreadSafe
public class Explicit {
    private final ReentrantLock lock = new ReentrantLock();
    private final ReadWriteLock pair = new ReentrantReadWriteLock();
    private final List<String> names = new ArrayList<>();
    private final int[] slots = new int[8];
    private int unlockedTooEarly;

    public void add(String name) {
        final ReentrantLock mine = this.lock;
        mine.lock();
        try {
            if (name == null) {
                return;
            }
            names.add(name);
        } finally {
            mine.unlock();
        }
    }

    public int size() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return names.size();
        } finally {
            lock.unlock();
        }
    }

    public void put(int i) {
        pair.writeLock().lock();
        try {
            slots[i] = i;
        } finally {
            pair.writeLock().unlock();
        }
    }

    public int at(int i) {
        pair.readLock().lock();
        try {
            return slots[i];
        } finally {
            pair.readLock().unlock();
        }
    }

    public void early() {
        lock.lock();
        lock.unlock();
        unlockedTooEarly++;
    }
}
