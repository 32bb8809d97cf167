package pmd;

/** DontCallThreadRun: run where start is meant. */
class DontCallThreadRun {
    void bad(Runnable task) {
        Thread thread = new Thread(task);
        thread.run(); // BAD java/call-to-thread-run
        new Thread(task).run(); // BAD java/call-to-thread-run
    }
}
