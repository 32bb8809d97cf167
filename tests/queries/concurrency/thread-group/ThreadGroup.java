class ThreadGroupUse {
    void bad(ThreadGroup g) {
        Thread[] threads = new Thread[g.activeCount()];  // BAD
        g.enumerate(threads);  // BAD
        g.destroy();  // BAD
    }

    void good(Runnable task) {
        ThreadGroup g = new ThreadGroup("workers");
        new Thread(g, task, g.getName()).start();
    }

    static class Own extends ThreadGroup {
        Own() { super("own"); }

        int size() { return activeCount(); }  // GOOD: it is the group itself that knows
    }

    ThreadGroup own() {
        return Thread.currentThread().getThreadGroup();  // below the default
    }
}
