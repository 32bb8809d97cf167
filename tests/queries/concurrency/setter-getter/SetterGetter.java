class SetterGetter {
    private int limit;
    private volatile int size;
    private long total;
    private static String name;
    private int both;

    synchronized void setLimit(int n) { limit = n; }

    int getLimit() { return limit; }  // BAD

    synchronized void setSize(int n) { size = n; }

    int getSize() { return size; }  // GOOD: volatile

    void setTotal(long n) {
        synchronized (this) {
            total = n;
        }
    }

    long getTotal() { return total; }  // BAD

    static synchronized void setName(String n) { name = n; }

    static String getName() { return name; }  // BAD

    synchronized void setBoth(int n) { both = n; }

    synchronized int getBoth() { return both; }

    void setOther(int n) { limit = n; }

    int getOther() { return limit; }  // GOOD: its own setter does not synchronize either

    private String label;
    private int used;
    private final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();

    synchronized void setLabel(String text) { label = text.trim(); }

    String getLabel() { return label; }  // BAD, below the default: not set from the parameter as it is

    synchronized void setUsed(int from, int to) { used = to - from; }

    int getUsed() {  // BAD, below the default
        if (used < 0) return 0;
        return used;
    }

    synchronized void setShown(int n) { used = n; }

    int getShown() {
        synchronized (this) {
            return used;  // GOOD
        }
    }

    synchronized void setKnown(int n) { used = n; }

    int getKnown() {
        lock.lock();  // GOOD: whether it is the right lock is another question
        try {
            return used;
        } finally {
            lock.unlock();
        }
    }

    synchronized void setKind(int n) { used = n; }

    int getKind() { return 3; }  // GOOD: never another

    private int age;
    private volatile int seen;

    void setAge(int n) { age = n; }  // BAD, below the default: the getter synchronizes

    synchronized int getAge() { return age; }

    void setSeen(int n) { seen = n; }  // GOOD: volatile

    synchronized int getSeen() { return seen; }

    private final int[] slots = new int[3];

    synchronized void setSlot(int i, int n) { slots[i] = n; }

    int getSlot(int i) { return slots[i]; }  // BAD, below the default

    synchronized void setLevel(int n) { age = n; }

    static int getLevel(java.util.Properties from) {  // GOOD: reads no object
        return Integer.parseInt(from.getProperty("level"));
    }
}
