class VolatileArray {
    private volatile int[] counts = new int[8];
    private volatile int[] published = new int[8];
    private volatile int[] locked = new int[8];
    private volatile int[] replaced = new int[8];

    public void bad(int i, int n) {
        counts[i] = n;  // BAD
    }

    public int get(int i) { return counts[i] + published[i] + locked[i] + replaced[i]; }

    public void good(int n) {
        int[] next = replaced.clone();
        next[0] = n;
        replaced = next;
    }

    public synchronized void alsoGood(int n) {
        locked[0] = n;
    }

    public void tricky(int n) {
        published[0] = n;
        published = published;  // GOOD: makes the element visible
    }
}
