package codeql;

/** java/empty-run-method-in-thread: a thread that has nothing to do. */
class EmptyRunMethodInThread {
    void bad() {
        Thread thread = new Thread(); // BAD java/empty-run-method-in-thread
        thread.start();
    }

    void goodOverride() {
        Thread thread = new Thread() {
            @Override public void run() { System.out.println("works"); }
        };
        thread.start();
    }

    void goodTask() {
        Thread thread = new Thread(() -> System.out.println("works"));
        thread.start();
    }
}
