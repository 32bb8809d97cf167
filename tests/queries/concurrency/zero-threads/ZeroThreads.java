import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;

class ZeroThreads {
    private static final int NONE = 0;
    private int size = 0;

    void bad(ScheduledThreadPoolExecutor timer) {
        new ScheduledThreadPoolExecutor(0);  // BAD
        new ScheduledThreadPoolExecutor(NONE, r -> new Thread(r));  // BAD
        Executors.newScheduledThreadPool(0);  // BAD
        timer.setCorePoolSize(0);  // BAD
    }

    void good(ThreadPoolExecutor pool) {
        new ScheduledThreadPoolExecutor(1);
        pool.setCorePoolSize(0);  // GOOD: this one makes more threads when it needs them
    }

    void tricky(int n) {
        size = n;
        new ScheduledThreadPoolExecutor(size);  // GOOD: begins as 0, and is set
    }

    void usedAndEnded(Runnable task) {
        ScheduledThreadPoolExecutor none = new ScheduledThreadPoolExecutor(0);  // BAD, whoever ends it
        none.execute(task);
        none.shutdown();
    }
}
