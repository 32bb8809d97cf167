import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Inconsistent {
    private int size;
    private int helped;
    private int rare;
    private int locked;
    private final Lock lock = new ReentrantLock();
    private volatile int seen;

    public synchronized void add() { size++; }

    public synchronized void remove() { size--; }

    public synchronized void clear() { size = 0; }

    public int size() { return size; }  // BAD

    public synchronized void a() { helped++; helper(); }

    public synchronized void b() { helped--; helper(); }

    private void helper() { helped = 0; }  // GOOD: all callers hold the lock

    public void c() {
        synchronized (this) {
            helped += 2;
        }
    }

    public synchronized void setRare() { rare = 1; }

    public void useRare() { rare++; }  // GOOD: the lock is not meant for it

    public int useRareToo() { return rare; }

    public void l1() {
        lock.lock();
        try {
            locked++;
        } finally {
            lock.unlock();
        }
    }

    public void l2() {
        lock.lock();
        try {
            locked--;
        } finally {
            lock.unlock();
        }
    }

    public boolean l3() {
        if (lock.tryLock()) {
            try {
                return locked == 0;
            } finally {
                lock.unlock();
            }
        }
        locked = 5;  // BAD
        return false;
    }

    @Override public String toString() { return "size " + size; }  // GOOD: does not count
}
