class VolatileUpdate {
    private volatile int hits;
    private volatile long total;
    private volatile boolean any;
    private int plain;
    private volatile int atStart;
    private volatile int copied;

    VolatileUpdate() {
        atStart++;  // GOOD: nobody else knows the object
    }

    public void bad(int n) {
        hits++;  // BAD
        total += n;  // BAD
        any |= n > 0;  // BAD
        hits = hits + n;  // BAD
    }

    public synchronized void good() {
        copied++;
    }

    public void alsoGood(VolatileUpdate other) {
        plain++;  // not volatile: another matter
        copied = other.copied;
        any = !any == (hits == 0);  // BAD
    }

    public void tricky(VolatileUpdate other) {
        copied = other.copied + 1;  // GOOD: that of another object
    }
}

class Tables {
    private volatile java.util.Map<String, String> rows = new java.util.HashMap<>();
    private volatile String[] names = {};
    private static volatile int next;
    private final int id = next++;

    void put(String key, String value) {
        java.util.Map<String, String> copy = new java.util.HashMap<>(rows);
        copy.put(key, value);
        rows = copy;
    }

    void name(String name) {
        String[] old = names;
        String[] more = new String[old.length + 1];
        System.arraycopy(old, 0, more, 0, old.length);
        more[old.length] = name;
        names = more;
    }

    int take() {
        return next++;
    }

    void replace(java.util.Map<String, String> all) {
        rows = new java.util.HashMap<>(all);
    }
}
