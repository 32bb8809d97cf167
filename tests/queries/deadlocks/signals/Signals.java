import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Waiting for a signal with a lock in hand that the one who gives the signal needs. */
public class Signals {
    private final Object outer = new Object();
    private final Object monitor = new Object();
    private final Object other = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();
    private final BlockingQueue<String> queue = new ArrayBlockingQueue<>(3);
    private final BlockingQueue<String> free = new LinkedBlockingQueue<>();
    private final CountDownLatch latch = new CountDownLatch(1);
    private boolean ready;

    public void waitNested() throws InterruptedException {
        synchronized (outer) {
            synchronized (monitor) {
                while (!ready) {
                    monitor.wait(); // BAD: gives back the monitor, not the outer lock
                }
            }
        }
    }

    public void notifyNested() {
        synchronized (outer) {
            synchronized (monitor) {
                ready = true;
                monitor.notifyAll();
            }
        }
    }

    public void waitAlone() throws InterruptedException {
        synchronized (other) {
            while (!ready) {
                other.wait(); // GOOD: gives back the only lock
            }
        }
    }

    public void notifyAlone() {
        synchronized (other) {
            ready = true;
            other.notifyAll();
        }
    }

    public void awaitCondition() throws InterruptedException {
        lock.lock();
        try {
            while (!ready) {
                condition.await(); // GOOD: gives back the lock that has made the condition
            }
        } finally {
            lock.unlock();
        }
    }

    public void awaitUnderOuter() throws InterruptedException {
        synchronized (outer) {
            lock.lock();
            try {
                while (!ready) {
                    condition.await(); // GOOD: another signals without the outer lock
                }
            } finally {
                lock.unlock();
            }
        }
    }

    public void signal() {
        lock.lock();
        try {
            condition.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public synchronized String take() throws InterruptedException {
        return queue.take(); // BAD: whoever puts something in needs the same lock
    }

    public synchronized void give(String s) throws InterruptedException {
        queue.put(s);
    }

    public synchronized String poll() throws InterruptedException {
        return queue.poll(1, TimeUnit.SECONDS); // GOOD: gives up
    }

    public synchronized String takeFree() throws InterruptedException {
        return free.take(); // GOOD: others put things in without the lock
    }

    public void giveFree(String s) {
        free.add(s);
    }

    public synchronized void awaitLatch() throws InterruptedException {
        hold(); // the wait is in what this calls
    }

    private void hold() throws InterruptedException {
        latch.await(); // BAD: the count goes down under the lock
    }

    public synchronized void open() {
        latch.countDown();
    }
}
