package once;

import java.util.*;
class Locks { static Object make() { return new Object(); } }
class Worker extends Thread {
    static final Map<String, Integer> totals = new HashMap<>();
    private final Object lock;
    Worker(Object lock) { this.lock = lock; }
    public void run() { synchronized (lock) { totals.merge("a", 1, Integer::sum); } }
}
public class Main {
    public static void main(String[] args) {
        Object one = Locks.make();
        new Worker(one).start();
        new Worker(one).start();
    }
}
