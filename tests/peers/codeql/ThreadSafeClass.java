package codeql;

/** java/not-threadsafe: a thread-safe class with an access without the lock. */
@ThreadSafe
class ThreadSafeClass {
    private int sum;

    public synchronized void add(int n) { sum += n; }

    public int get() { return sum; } // BAD java/not-threadsafe

    @ThreadSafe
    static class GoodSum {
        private int sum;

        public synchronized void add(int n) { sum += n; }

        public synchronized int get() { return sum; }
    }
}
