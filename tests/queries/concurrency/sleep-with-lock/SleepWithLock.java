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

/** A lock file of which its opener tries to get hold before anybody else knows it. */
class LockFile {
    synchronized void take() throws InterruptedException {
        Thread.sleep(10);  // BAD, but less so: only Opener's constructor calls this
    }

    synchronized void retake() throws InterruptedException {
        Thread.sleep(10);  // BAD
    }
}

class Opener {
    private final LockFile file = new LockFile();

    Opener() throws InterruptedException {
        file.take();
        file.retake();
    }

    void again() throws InterruptedException {
        file.retake();
    }
}
