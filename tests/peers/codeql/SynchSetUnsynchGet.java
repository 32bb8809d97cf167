package codeql;

/** java/unsynchronized-getter: the setter synchronizes, the getter does not. */
class SynchSetUnsynchGet {
    private int size;
    private int depth;

    public synchronized void setSize(int n) { size = n; }

    public int getSize() { return size; } // BAD java/unsynchronized-getter

    public synchronized void setDepth(int n) { depth = n; }

    public synchronized int getDepth() { return depth; } // GOOD
}
