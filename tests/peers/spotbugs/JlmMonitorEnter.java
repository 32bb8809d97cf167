package spotbugs;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** JLM_JSR166_LOCK_MONITORENTER, JLM_JSR166_UTILCONCURRENT_MONITORENTER: the monitor of an object that has locks of its own. */
class JlmMonitorEnter {
    private final Lock lock = new ReentrantLock();
    private final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();

    void bad() {
        synchronized (lock) { // BAD java/sync-on-lock-object
            System.out.println("locked");
        }
    }

    void badList() {
        synchronized (list) { // BAD java/sync-on-lock-object
            list.add("a");
        }
    }
}
