import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class Inconsistent {
    private int size;
    private int helped;
    private int rare;
    private int locked;
    private final Lock lock = new ReentrantLock();
    private volatile int seen;

    synchronized void add() { size++; }

    synchronized void remove() { size--; }

    synchronized void clear() { size = 0; }

    int size() { return size; }  // BAD

    synchronized void a() { helped++; helper(); }

    synchronized void b() { helped--; helper(); }

    private void helper() { helped = 0; }  // GOOD: all callers hold the lock

    void c() {
        synchronized (this) {
            helped += 2;
        }
    }

    synchronized void setRare() { rare = 1; }

    void useRare() { rare++; }  // GOOD: the lock is not meant for it

    int useRareToo() { return rare; }

    void l1() {
        lock.lock();
        try {
            locked++;
        } finally {
            lock.unlock();
        }
    }

    void l2() {
        lock.lock();
        try {
            locked--;
        } finally {
            lock.unlock();
        }
    }

    boolean l3() {
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
