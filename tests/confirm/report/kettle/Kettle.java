package report.kettle;

import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A reader asks for the lock of writers. */
public class Kettle {
    private final ReentrantReadWriteLock lid = new ReentrantReadWriteLock();
    private int litres;

    public int fill() {
        lid.readLock().lock();
        try {
            if (litres == 0) {
                lid.writeLock().lock();
                try {
                    litres = 2;
                } finally {
                    lid.writeLock().unlock();
                }
            }
            return litres;
        } finally {
            lid.readLock().unlock();
        }
    }
}
