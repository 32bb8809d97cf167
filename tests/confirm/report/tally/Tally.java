package report.tally;

/** Paper 1: a field that all can see, updated without a lock. */
public class Tally {
    int votes = 0;

    public void vote() {
        votes++;
    }

    public synchronized void recount() {
        votes = 0;
    }
}
