class SleepWithLock {
    private final Object lock = new Object();

    synchronized void bad() throws InterruptedException {
        Thread.sleep(10);  // BAD
    }

    void badBlock() throws InterruptedException {
        synchronized (lock) {
            pause();
        }
    }

    private static void pause() throws InterruptedException {
        java.util.concurrent.TimeUnit.SECONDS.sleep(1);  // BAD
    }

    void good() throws InterruptedException {
        synchronized (lock) {
            lock.wait(10);
        }
        Thread.sleep(10);
    }

    void tricky() {
        synchronized (lock) {
            new Thread(() -> {
                try {
                    Thread.sleep(10);  // GOOD: another thread sleeps
                } catch (InterruptedException e) {
                    return;
                }
            }).start();
        }
    }
}
