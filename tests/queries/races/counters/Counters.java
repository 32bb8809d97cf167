/** Two threads of the program that count on one object get a wrong number; a statistic that callers count is only a note. */
public class Counters {
    static class Counter {
        private int count; // BAD: each of the two loses updates of the other

        void increment() {
            count++;
        }

        int get() {
            return count;
        }
    }

    static class Many {
        private int hits; // BAD: four threads of one start, and one object

        void hit() {
            hits++;
        }
    }

    private long calls; // NOTE: a statistic of whoever calls

    public void call() {
        calls++;
    }

    public long getCalls() {
        return calls;
    }

    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Thread first = new Thread(() -> counter.increment());
        Thread second = new Thread(() -> counter.increment());
        first.start();
        second.start();
        first.join();
        second.join();
        Many many = new Many();
        for (int i = 0; i < 4; i++) {
            new Thread(() -> many.hit()).start();
        }
        System.out.println(counter.get() + " of " + many.hits);
    }
}
