import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;

/** What belongs to a thread is accessed by it alone: the thread object, a task that is made for one start, what only these hold. */
public class Own {
    static class Buffer {
        int filled; // GOOD: each worker has a buffer of its own

        void fill() {
            filled++;
        }
    }

    static class Item {
        int filled; // BAD: others get it from a list

        void fill() {
            filled++;
        }
    }

    static class Worker extends Thread {
        private int count; // GOOD: each thread counts on its own
        int seen; // BAD: others read it
        private final Buffer buffer = new Buffer();
        private final Item item = new Item();

        Worker(List<Item> list) {
            list.add(item);
        }

        @Override
        public void run() {
            step();
            seen++;
            buffer.fill();
            item.fill();
        }

        private void step() {
            count++;
        }
    }

    static class Task implements Runnable {
        private int once; // GOOD: each task is run once

        @Override
        public void run() {
            once = once * 3 + 1;
        }
    }

    static class Named implements Runnable {
        private int named; // GOOD: the variable is handed over once

        @Override
        public void run() {
            named = named * 3 + 1;
        }
    }

    static class Again implements Runnable {
        private int twice; // BAD: one task is handed over twice

        @Override
        public void run() {
            twice = twice * 3 + 1;
        }
    }

    static class Made implements Runnable {
        private int made; // GOOD: each call of make() makes another task

        @Override
        public void run() {
            made = made * 3 + 1;
        }
    }

    static class Kept implements Runnable {
        private int kept; // BAD: the loop hands one task over many times

        @Override
        public void run() {
            kept = kept * 3 + 1;
        }
    }

    private final List<Made> made = new ArrayList<>();

    private Made make() {
        Made task = new Made();
        made.add(task);
        return task;
    }

    private final List<Item> list = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private ExecutorService executor;

    public void begin() {
        Worker worker = new Worker(list);
        worker.start();
        synchronized (workers) {
            workers.add(worker);
        }
        executor.execute(new Task());
        Named named = new Named();
        executor.execute(named);
        Again again = new Again();
        executor.execute(again);
        executor.execute(again);
        for (int i = 0; i < 2; i++) {
            Made task = make();
            executor.execute(task);
        }
        Kept kept = new Kept();
        for (int i = 0; i < 2; i++) {
            executor.execute(kept);
        }
    }

    public int look() {
        synchronized (workers) {
            int sum = 0;
            for (Worker worker : workers) {
                sum += worker.seen;
            }
            return sum;
        }
    }

    public int ask() {
        int sum = 0;
        for (Item item : list) {
            sum += item.filled;
        }
        return sum;
    }
}
