import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Waiting for a thread that needs the lock that the waiting one holds. */
public class Waits {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final Object lock = new Object();
    private final Object other = new Object();
    private int n;

    public void join() throws InterruptedException {
        Thread thread = new Thread(() -> {
            synchronized (lock) {
                n++;
            }
        });
        thread.start();
        synchronized (lock) {
            thread.join(); // BAD
        }
    }

    public void get() throws InterruptedException, ExecutionException {
        Future<?> future = pool.submit(() -> {
            synchronized (lock) {
                n++;
            }
        });
        synchronized (lock) {
            future.get(); // BAD
        }
    }

    public void getWithOtherLock() throws InterruptedException, ExecutionException {
        Future<?> future = pool.submit(() -> {
            synchronized (lock) {
                n++;
            }
        });
        synchronized (other) {
            future.get(); // GOOD: the task does not need it
        }
    }

    public void getAfterwards() throws InterruptedException, ExecutionException {
        Future<?> future;
        synchronized (lock) {
            future = pool.submit(() -> {
                synchronized (lock) {
                    n++;
                }
            });
        }
        future.get(); // GOOD: given back
    }

    public void latch() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        pool.execute(() -> {
            synchronized (lock) {
                n++;
            }
            latch.countDown();
        });
        synchronized (lock) {
            latch.await(); // BAD
        }
    }
}
