import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Both sides hold the gate as readers, who do not keep each other out. */
public class Readers {
    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private final Object near = new Object();
    private final Object far = new Object();

    public void there() {
        gate.readLock().lock();
        try {
            synchronized (near) {
                synchronized (far) {
                    System.out.println("there");
                }
            }
        } finally {
            gate.readLock().unlock();
        }
    }

    public void back() {
        gate.readLock().lock();
        try {
            synchronized (far) {
                synchronized (near) {
                    System.out.println("back");
                }
            }
        } finally {
            gate.readLock().unlock();
        }
    }
}

/** One side writes: right. */
class OneWriter {
    private final ReadWriteLock gate = new ReentrantReadWriteLock();
    private final Object near = new Object();
    private final Object far = new Object();

    public void there() {
        gate.readLock().lock();
        try {
            synchronized (near) {
                synchronized (far) {
                    System.out.println("there");
                }
            }
        } finally {
            gate.readLock().unlock();
        }
    }

    public void back() {
        gate.writeLock().lock();
        try {
            synchronized (far) {
                synchronized (near) {
                    System.out.println("back");
                }
            }
        } finally {
            gate.writeLock().unlock();
        }
    }
}
