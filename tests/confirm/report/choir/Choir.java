package report.choir;

/** Paper 4: a field says which lock guards it, and one method does not take that lock. */
public class Choir {
    @GuardedBy("this")
    private int voices;

    public synchronized void join() {
        voices++;
    }

    public void leave() {
        voices--;
    }
}

@interface GuardedBy {
    String value();
}
