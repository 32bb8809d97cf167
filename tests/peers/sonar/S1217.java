package sonar;

/** S1217: calls run, which starts nothing. */
class S1217 {
    void bad(Runnable task) {
        Thread thread = new Thread(task);
        thread.run(); // BAD java/call-to-thread-run
    }

    void good(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
    }
}
