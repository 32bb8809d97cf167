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
}
