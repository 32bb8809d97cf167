package report.archive;

import java.util.concurrent.locks.ReentrantLock;

/** What was tested before the lock is tested again. */
public class Archive {
    private final ReentrantLock door = new ReentrantLock();
    private volatile boolean open;
    private int openings;

    public void open() {
        if (!open) {
            door.lock();
            try {
                if (!open) {
                    open = true;
                    openings++;
                }
            } finally {
                door.unlock();
            }
        }
    }
}
