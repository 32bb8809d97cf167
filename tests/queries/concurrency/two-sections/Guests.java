/** A count that goes up where somebody enters and down where he leaves. */
public class Guests {
    private int inside;
    private int sold;

    public boolean visit(Runnable r) {
        boolean entered;
        synchronized (this) {
            entered = inside >= 0;
            if (entered) {
                ++inside;
            }
        }
        if (entered) {
            r.run();
            synchronized (this) {
                --inside; // GOOD: who has been counted in is counted out
            }
        }
        return entered;
    }

    public synchronized void close() {
        if (inside == 0) {
            inside = -1;
        }
    }

    public boolean sell(int n) {
        boolean left;
        synchronized (this) {
            left = sold < n;
        }
        if (left) {
            synchronized (this) {
                ++sold; // BAD: another may have taken the last one
            }
        }
        return left;
    }
}
