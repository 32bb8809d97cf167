import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class LostSignal {
    private final Object bell = new Object();
    private volatile boolean rung;
    private final Queue<String> letters = new ArrayDeque<>();

    void ring() {
        rung = true;
        synchronized (bell) { bell.notifyAll(); }
    }

    void bad() throws InterruptedException {
        while (!rung) {
            synchronized (bell) {
                bell.wait();  // BAD: rung between the test and the block
            }
        }
    }

    void badOnce() throws InterruptedException {
        if (letters.isEmpty()) {
            synchronized (letters) {
                letters.wait();  // BAD
            }
        }
    }

    void good() throws InterruptedException {
        synchronized (bell) {
            while (!rung) bell.wait();
        }
    }

    void goodTestedAgain() throws InterruptedException {
        while (!rung) {
            synchronized (bell) {
                if (!rung) bell.wait();  // GOOD
            }
        }
    }

    void goodLeft() throws InterruptedException {
        while (!rung) {
            synchronized (bell) {
                if (rung) return;
                bell.wait();  // GOOD
            }
        }
    }

    void goodPause() throws InterruptedException {
        while (!rung) {
            synchronized (bell) {
                bell.wait(50);  // GOOD: at worst a little late
            }
        }
    }

    synchronized void goodMethod() throws InterruptedException {
        while (!rung) wait();
    }
}

class LostSignalOfCondition {
    private final Lock lock = new ReentrantLock();
    private final Condition open = lock.newCondition();
    private volatile int doors;

    void bad() throws InterruptedException {
        while (doors == 0) {
            lock.lock();
            try {
                open.await();  // BAD
            } finally {
                lock.unlock();
            }
        }
    }

    void good() throws InterruptedException {
        lock.lock();
        try {
            while (doors == 0) open.await();
        } finally {
            lock.unlock();
        }
    }

    private void pause() throws InterruptedException {
        open.await();
    }

    void goodInHelper() throws InterruptedException {
        lock.lock();
        try {
            while (doors == 0) pause();
        } finally {
            lock.unlock();
        }
    }
}

class Lender {
    private Object lent;
    private boolean ready;

    synchronized Object lent() {
        return lent;
    }

    synchronized void lend(Object o) {
        lent = o;
        notifyAll();
    }

    /** What is tested with the lock is how long to wait, and not what is waited for. */
    Object borrow(long most) throws InterruptedException {
        long limit = most * 2;
        if (lent() == null) {
            synchronized (this) {
                if (limit <= 0) {
                    wait();
                }
            }
        }
        return lent();
    }
}
