package report.orchard;

/** An update of a volatile field. */
public class Orchard {
    private volatile int apples;

    public void pick() {
        apples++;
    }

    public synchronized int apples() {
        return apples;
    }
}
