package lockobjects;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Two locks that are declared together: wrong. */
class Gate {
    static final Lock NORTH = new ReentrantLock(), SOUTH = new ReentrantLock();
    static int entered;

    public static void main(String[] args) {
        Thread north = new Thread(() -> { NORTH.lock(); try { entered++; } finally { NORTH.unlock(); } });
        Thread south = new Thread(() -> { SOUTH.lock(); try { entered++; } finally { SOUTH.unlock(); } });
        north.start();
        south.start();
    }
}

/** One lock under two names: right. */
class GateOnce {
    static final Lock NORTH = new ReentrantLock();
    static final Lock SOUTH = NORTH;
    static int entered;

    public static void main(String[] args) {
        new Thread(() -> { NORTH.lock(); try { entered++; } finally { NORTH.unlock(); } }).start();
        new Thread(() -> { SOUTH.lock(); try { entered++; } finally { SOUTH.unlock(); } }).start();
    }
}

class Pile { final List<String> sheets = new ArrayList<>(); }

/** Each stacker locks itself, and two of them share a pile: wrong. */
class Stacker {
    private final Pile pile;
    Stacker(Pile pile) { this.pile = pile; }
    synchronized void stack(String s) { pile.sheets.add(s); }

    public static void main(String[] args) {
        Pile pile = new Pile();
        Stacker left = new Stacker(pile);
        Stacker right = new Stacker(pile);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(() -> left.stack("a"));
        pool.submit(() -> right.stack("b"));
    }
}

class Heap { final List<String> sheets = new ArrayList<>(); }

/** Two stackers with one heap and one lock, which they are given: right. */
class LockedStacker {
    private final Heap heap;
    private final Object lock;
    LockedStacker(Heap heap, Object lock) { this.heap = heap; this.lock = lock; }
    void stack(String s) { synchronized (lock) { heap.sheets.add(s); } }

    public static void main(String[] args) {
        Heap heap = new Heap();
        Object lock = new Object();
        LockedStacker left = new LockedStacker(heap, lock);
        LockedStacker right = new LockedStacker(heap, lock);
        new Thread(() -> left.stack("a")).start();
        new Thread(() -> right.stack("b")).start();
    }
}

class Stack { final List<String> sheets = new ArrayList<>(); }

/** Two stackers with a stack each: right. */
class OwnStacker {
    private final Stack stack = new Stack();
    private final Object lock = new Object();
    void stack(String s) { synchronized (lock) { stack.sheets.add(s); } }

    public static void main(String[] args) {
        OwnStacker left = new OwnStacker();
        OwnStacker right = new OwnStacker();
        new Thread(() -> left.stack("a")).start();
        new Thread(() -> left.stack("c")).start();
        new Thread(() -> right.stack("b")).start();
    }
}

/** The lock of the stacker is held by its caller: wrong, since each stacker has its own. */
class CallerLocked {
    private final Deque<String> shared;
    private final ReentrantLock mine = new ReentrantLock();
    CallerLocked(Deque<String> shared) { this.shared = shared; }
    private void push(String s) { shared.push(s); }
    void work() { mine.lock(); try { push("x"); } finally { mine.unlock(); } }

    public static void main(String[] args) {
        Deque<String> shared = new ArrayDeque<>();
        CallerLocked one = new CallerLocked(shared);
        CallerLocked two = new CallerLocked(shared);
        new Thread(one::work).start();
        new Thread(two::work).start();
    }
}

class Tally { int votes; }

/** Each task is given a lock that its loop makes: wrong. */
class CountTask extends Thread {
    private final Tally tally;
    private final Object lock;
    CountTask(Tally tally, Object lock) { this.tally = tally; this.lock = lock; }
    @Override public void run() { synchronized (lock) { tally.votes++; } }

    public static void main(String[] args) {
        Tally t = new Tally();
        for (int i = 0; i < 4; i++) { new CountTask(t, new Object()).start(); }
    }
}

/** Each task is given the lock that is made before the loop: right. */
class FairTask extends Thread {
    private final Tally tally;
    private final Object lock;
    FairTask(Tally tally, Object lock) { this.tally = tally; this.lock = lock; }
    @Override public void run() { synchronized (lock) { tally.votes++; } }

    public static void main(String[] args) {
        Tally t = new Tally();
        Object lock = new Object();
        for (int i = 0; i < 4; i++) { new FairTask(t, lock).start(); }
    }
}
