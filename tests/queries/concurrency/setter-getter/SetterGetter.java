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
}
