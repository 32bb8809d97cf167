class NotifyOne {
    static class Buffer {
        private int count;
        private int room = 10;

        synchronized void put() throws InterruptedException {
            while (room == 0) wait();
            count++;
            room--;
            notify();  // BAD
        }

        synchronized void take() throws InterruptedException {
            while (count == 0) wait();
            count--;
            room++;
            notifyAll();  // GOOD
        }
    }

    static class Gate {
        private boolean open;

        synchronized void pass() throws InterruptedException {
            while (!open) wait();
            open = false;
        }

        synchronized void passSoon() throws InterruptedException {
            while (!open) wait(100);
            open = false;
        }

        synchronized void open() {
            open = true;
            notify();  // GOOD: all wait for the same
        }
    }

    /** What is asked about one field tells the two waits apart. */
    static class Slots {
        private int used;
        private boolean full;
        private Object item;

        synchronized void put() throws InterruptedException {
            while (used == 3) wait();
            used++;
            notify();  // BAD: who takes waits for another number
        }

        synchronized void take() throws InterruptedException {
            while (used == 0) wait();
            used--;
            notify();  // BAD
        }
    }

    static class Flag {
        private boolean full;

        synchronized void fill() throws InterruptedException {
            while (full) wait();
            full = true;
            notify();  // BAD
        }

        synchronized void empty() throws InterruptedException {
            while (!full) wait();
            full = false;
            notify();  // BAD
        }
    }

    static class Cell {
        private Object item;

        synchronized Object take() throws InterruptedException {
            while (item == null) wait();
            Object taken = item;
            item = null;
            return taken;
        }

        synchronized Object look() throws InterruptedException {
            while (item == null) wait();
            return item;
        }

        synchronized void put(Object o) {
            item = o;
            notify();  // below the default: both wait for one thing
        }
    }
}

class OneCondition {
    private final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
    private final java.util.concurrent.locks.Condition changed = lock.newCondition();
    private final java.util.concurrent.locks.Condition filled = lock.newCondition();
    private Object slot;
    private int n;

    void put(Object o) throws InterruptedException {
        lock.lock();
        try {
            while (slot != null) changed.await();
            slot = o;
            changed.signal();  // BAD
            filled.signal();  // GOOD: all wait for the same
        } finally {
            lock.unlock();
        }
    }

    Object take() throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                if (slot != null) break;
                changed.await();
            }
            changed.signalAll();  // GOOD
            return slot;
        } finally {
            lock.unlock();
        }
    }

    void one() throws InterruptedException {
        lock.lock();
        try { while (n == 0) filled.await(); } finally { lock.unlock(); }
    }

    void two() throws InterruptedException {
        lock.lock();
        try { while (!(n > 0)) filled.await(); } finally { lock.unlock(); }
    }

    void three() throws InterruptedException {
        lock.lock();
        try { while (isNone()) filled.await(); } finally { lock.unlock(); }
    }

    private boolean isNone() { return n <= 0; }
}

class OneMonitor {
    private int used;
    private int limit = 3;

    synchronized void up() throws InterruptedException {
        while (used == limit) wait();
        used++;
        notify();  // BAD: two kinds of states of one field
    }

    synchronized void down() throws InterruptedException {
        while (used == 0) wait();
        used--;
        notifyAll();
    }
}

class TwoEnded {
    private final java.util.ArrayDeque<String> content = new java.util.ArrayDeque<>();

    private boolean takeFirst() { String s = content.poll(); return s != null; }

    private boolean takeLast() { String s = content.pollLast(); return s != null; }

    synchronized void first() throws InterruptedException { while (!takeFirst()) wait(); }

    synchronized void last() throws InterruptedException { while (!takeLast()) wait(); }

    synchronized void add(String s) {
        content.add(s);
        notify();  // GOOD: both wait for an element
    }
}
