import java.util.concurrent.atomic.AtomicInteger;

/** A bound that is tested, and a number that is counted as far as that. */
public class Seats {
    private static final int ALL = 80;
    private final AtomicInteger free = new AtomicInteger(ALL);
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger asked = new AtomicInteger();

    public boolean sit() {
        if (free.get() > 0) {
            free.decrementAndGet(); // BAD: two may take the last seat
            return true;
        }
        return false;
    }

    public boolean take() {
        if (taken.get() >= ALL) {
            return false;
        }
        taken.incrementAndGet(); // BAD
        return true;
    }

    public boolean takeOrGiveBack() {
        if (taken.get() >= ALL) {
            return false;
        }
        if (taken.incrementAndGet() > ALL) { // GOOD: what it gives is looked at
            taken.decrementAndGet();
            return false;
        }
        return true;
    }

    public boolean sitOnce() {
        int n;
        do {
            n = free.get();
            if (n <= 0) {
                return false;
            }
        } while (!free.compareAndSet(n, n - 1)); // GOOD
        return true;
    }

    public void ask() {
        if (free.get() > 0) {
            asked.incrementAndGet(); // GOOD: another number
        }
        if (asked.get() > 1000) {
            asked.incrementAndGet(); // GOOD: the test is no bound for it
        }
    }

    public void leave() {
        free.incrementAndGet();
        taken.decrementAndGet();
    }
}
