package spotbugs;

/** IS2_INCONSISTENT_SYNC: a field that most accesses lock. */
class Is2InconsistentSync {
    private int level;

    public synchronized void rise() { level++; }

    public synchronized void fall() { level--; }

    public synchronized void reset() { level = 0; }

    public int bad() {
        return level; // BAD java/not-threadsafe
    }
}
