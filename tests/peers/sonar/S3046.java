package sonar;

/** S3046: waits with two locks. */
class S3046 {
    private final Object first = new Object();
    private final Object second = new Object();
    private boolean ready;

    void bad() throws InterruptedException {
        synchronized (first) {
            synchronized (second) {
                while (!ready) second.wait(); // BAD java/wait-with-two-locks
            }
        }
    }
}
