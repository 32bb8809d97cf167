package sonar;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** S1844: waits on a condition as on an object. */
class S1844 {
    private final Lock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();

    void bad() throws InterruptedException {
        synchronized (free) {
            while (lock.hashCode() > 0) free.wait(); // BAD java/wait-on-condition-interface
        }
    }
}
