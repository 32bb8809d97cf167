package spotbugs;

/** IS_FIELD_NOT_GUARDED: a field whose annotation names the lock. */
class IsFieldNotGuarded {
    @interface GuardedBy {
        String value();
    }

    @GuardedBy("this")
    private int level;

    public int bad() {
        return level; // BAD java/not-threadsafe
    }

    public synchronized int good() {
        return level;
    }

    public synchronized void rise() { level++; }
}
