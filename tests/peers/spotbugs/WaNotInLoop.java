package spotbugs;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** WA_NOT_IN_LOOP, WA_AWAIT_NOT_IN_LOOP: a wait that nothing tests again. */
class WaNotInLoop {
    private final Lock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private boolean full;

    synchronized void bad() throws InterruptedException {
        if (!full) wait(); // BAD java/wait-outside-loop
    }

    void badAwait() throws InterruptedException {
        lock.lock();
        try {
            if (!full) filled.await(); // BAD java/wait-outside-loop
        } finally {
            lock.unlock();
        }
    }
}
