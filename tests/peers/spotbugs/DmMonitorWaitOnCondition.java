package spotbugs;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** DM_MONITOR_WAIT_ON_CONDITION, JML_JSR166_CALLING_WAIT_RATHER_THAN_AWAIT: the methods of objects on a condition. */
class DmMonitorWaitOnCondition {
    private final Lock lock = new ReentrantLock();
    private final Condition ready = lock.newCondition();
    private boolean done;

    void bad() throws InterruptedException {
        lock.lock();
        try {
            while (!done) {
                ready.wait(); // BAD java/wait-on-condition-interface
            }
        } finally {
            lock.unlock();
        }
    }

    void badNotify() {
        lock.lock();
        try {
            done = true;
            ready.notifyAll(); // BAD java/wait-on-condition-interface
        } finally {
            lock.unlock();
        }
    }
}
