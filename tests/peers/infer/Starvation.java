package infer;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** STARVATION: blocks with a lock that other threads need. */
class Starvation {
    private final Object lock = new Object();
    private int count;

    void bad(Future<Integer> result) throws InterruptedException, ExecutionException {
        synchronized (lock) {
            count += result.get(); // BAD java/blocking-under-lock
        }
    }

    void use() {
        synchronized (lock) {
            count++;
        }
    }
}
