class Priority {
    void bad(Thread t, int level) {
        t.setPriority(Thread.MAX_PRIORITY);  // BAD
        t.setPriority(level);  // BAD
    }

    void good(Thread t) {
        t.setPriority(Thread.NORM_PRIORITY);
        t.setPriority(Thread.currentThread().getPriority());
    }

    static class Job {
        void setPriority(int p) { }
    }

    void tricky(Job job) {
        job.setPriority(1);  // GOOD: no thread
    }
}
