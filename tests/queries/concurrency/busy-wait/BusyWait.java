class BusyWait {
    private volatile boolean done;
    private boolean guarded;
    private volatile int state;

    void bad() throws InterruptedException {
        while (!done) Thread.sleep(10);  // BAD
    }

    void badEmpty() {
        while (state != 2) { }  // BAD
    }

    synchronized void badLock() throws InterruptedException {
        while (!guarded) {
            Thread.sleep(10);  // below the default: it also sleeps with a lock held
        }
    }

    void finish() {
        done = true;
        guarded = true;
        state = 2;
    }

    void good() {
        while (!done) Thread.onSpinWait();  // GOOD: says that it spins
    }

    synchronized void goodWait() throws InterruptedException {
        while (!guarded) wait(10);
    }

    void tricky() throws InterruptedException {
        while (!done) {
            work();
            Thread.sleep(10);  // below the default: it works between the tests
        }
    }

    private void work() { System.out.println("working"); }

    private final Mail mail = new Mail();

    static class Mail {
        String text = "";
    }

    void asksMethod() throws InterruptedException {
        while (mail.text.isEmpty()) {
            Thread.sleep(10);  // below the default: what the condition calls is not known
        }
    }

    void goodTimes() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread.sleep(10);  // GOOD: so many times
        }
    }

    void goodQueue(java.util.concurrent.BlockingQueue<String> queue) throws InterruptedException {
        while (!done) {
            Thread.sleep(10);  // GOOD: the loop waits for the queue
            take(queue);
        }
    }

    private void take(java.util.concurrent.BlockingQueue<String> queue) throws InterruptedException {
        System.out.println(queue.take());
    }
}
