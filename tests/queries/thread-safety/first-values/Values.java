import net.jcip.annotations.ThreadSafe;

/** Constants that are what a field is anyhow, and such that are not. */
@ThreadSafe
class Constants {
    private static final int NOTHING = 0;
    private static final long NONE = 1L - 1L;
    private static final Object NIL = null;
    private static final int BIT = 1 << 3;
    private static final boolean NO = !true;

    private int fromLong = (int) 0L;
    private long fromInt = (long) 0;
    private int named = NOTHING;
    private int computed = 3 - 3;
    private long negative = -0L;
    private boolean no = NO;
    private char nul = (char) NOTHING;
    private byte wrapped = (byte) 256;
    private float nothing = 0;
    private Object nil = NIL;
    private String cast = (String) null;

    private int some = (int) 7L; // BAD
    private int bit = BIT; // BAD
    private Integer boxed = 0; // BAD: an object
    private boolean yes = !NO; // BAD

    synchronized int sum() { return fromLong + named + computed + some + bit; }
}

/** What constructors write through methods of their own. */
@ThreadSafe
class Helpers {
    private int size; // BAD: a constructor's method
    private int depth; // BAD: two methods away
    private int later;
    private int set;
    private int inBoth;

    Helpers(int n) {
        prepare(n);
        inBoth(n);
    }

    private void prepare(int n) {
        size = n;
        deepen(n);
    }

    private void deepen(int n) { depth = n; }

    private void inBoth(int n) { inBoth = n; }

    private synchronized void write(int n) { later = n; }

    public synchronized void set(int n) {
        set = n;
        inBoth(n);
        write(n);
    }

    synchronized int sum() { return size + depth + later + set + inBoth; }
}
