class WaitOnThreads {
    private final Thread worker = new Thread(() -> System.out.println("works"));
    private final Object lock = new Object();
    private boolean ready;

    void bad() throws InterruptedException {
        synchronized (worker) {
            while (!ready) worker.wait();  // BAD
        }
    }

    void badNotify() {
        synchronized (worker) {
            ready = true;
            worker.notifyAll();  // BAD
        }
    }

    void good() throws InterruptedException {
        synchronized (lock) {
            while (!ready) lock.wait();
        }
    }

    static class Loop extends Thread {
        private boolean ready;

        @Override public synchronized void run() {
            ready = true;
            notifyAll();  // GOOD here: its own monitor
        }
    }
}
