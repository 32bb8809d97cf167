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
