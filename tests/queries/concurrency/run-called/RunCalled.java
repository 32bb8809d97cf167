class RunCalled {
    static class Worker extends Thread {
        @Override public void run() { super.run(); }

        void step() { run(); }  // GOOD: its own code
    }

    void bad(Worker worker) {
        worker.run();  // BAD
        new Thread(() -> { }).run();  // BAD
    }

    void good(Worker worker, Runnable task) {
        worker.start();
        task.run();
        ((Runnable) worker).run();
    }

    static class Wrapper extends Thread {
        private final Thread inner;

        Wrapper(Thread inner) { this.inner = inner; }

        @Override public void run() { inner.run(); }  // GOOD: passes on
    }

    static class Runner {
        void run() { }
    }

    void tricky(Runner runner) {
        runner.run();  // GOOD: only the name is that of a thread's method
    }
}
