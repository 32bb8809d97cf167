import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What several fields race for, what only goes into texts, and elements that never meet. */
class Causes {
    /** Nothing protects any of its fields: one finding, which names the others. */
    static class Plain {
        int sum;
        int product;
        String last;

        void add(int n) {
            sum = sum + n;
            product = product * n;
            last = "added " + n;
        }
    }

    /** Two methods race on both fields, one of them with the lock: one finding. */
    static class HalfLocked {
        private int low;
        private int high;
        private int counted;
        private final List<String> names = new ArrayList<>();

        synchronized void widen(int n) {
            low = low - n;
            high = high + n;
            counted = counted * 2 + 1;
            names.add("n");
        }

        int width() {
            return high - low;
        }

        // A field that is only printed ranks below one that is used.
        @Override
        public String toString() {
            return "counted " + counted;
        }

        // As above, for the size.
        boolean isFresh() {
            return names.isEmpty();
        }
    }

    /** An iterator is used by who asked for it. */
    static class Steps implements Iterator<Integer> {
        private int at;

        @Override
        public boolean hasNext() {
            return at < 10;
        }

        @Override
        public Integer next() {
            return at++;
        }
    }

    /** Configured, and emptied when it is stopped: what its methods say of when they are called. */
    static class Service {
        private int limit;
        private boolean stopped;
        private final List<String> jobs = new ArrayList<>();

        // Below the threshold: services are configured before they are used.
        void setLimit(int limit) {
            if (limit < 0) {
                throw new IllegalArgumentException();
            }
            this.limit = limit;
        }

        boolean isFull(int n) {
            return n >= limit;
        }

        synchronized void add(String job) {
            jobs.add(job);
        }

        synchronized String next() {
            return jobs.remove(0);
        }

        // As above: it refuses to do so while the service runs.
        void reset() {
            if (!stopped) {
                throw new IllegalStateException();
            }
            jobs.clear();
        }
    }

    void begin() {
        Plain plain = new Plain();
        HalfLocked half = new HalfLocked();
        // Two constant indexes are two places.
        int[] apart = new int[2];
        int[] same = new int[2];
        Steps steps = new Steps();
        Service service = new Service();
        new Thread(() -> {
            plain.add(1);
            half.widen(1);
            apart[0]++;
            same[0]++;
            steps.next();
            service.setLimit(3);
            service.isFull(2);
            service.add("a");
            service.reset();
        }).start();
        new Thread(() -> {
            plain.add(2);
            half.widen(half.width());
            System.out.println(half.toString() + half.isFresh());
            apart[1]++;
            same[0]++;
            steps.next();
            service.setLimit(4);
            service.isFull(2);
            service.next();
        }).start();
    }

    public static void main(String[] args) {
        new Causes().begin();
    }
}
