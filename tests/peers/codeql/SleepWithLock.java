package codeql;

/** java/sleep-with-lock-held: a thread sleeps with the lock that another one needs. */
class SleepWithLock {
    static final Object LOCK = new Object();
    static int count;

    static class Sleeper implements Runnable {
        @Override public void run() {
            synchronized (LOCK) {
                try {
                    Thread.sleep(3000); // BAD java/sleep-with-lock-held
                } catch (InterruptedException e) {
                    return;
                }
            }
        }
    }

    static class GoodOther implements Runnable {
        @Override public void run() {
            synchronized (LOCK) {
                count++;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(new Sleeper()).start();
        new Thread(new GoodOther()).start();
    }
}
