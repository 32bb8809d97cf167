package spotbugs;

import java.util.concurrent.atomic.AtomicInteger;

/** AT_NONATOMIC_OPERATIONS_ON_SHARED_VARIABLE: a counter that two threads count up. */
class AtNonatomicOperations {
    private int hits;

    public void hit() {
        hits++; // BAD java/race
    }

    public static void main(String[] args) {
        AtNonatomicOperations shared = new AtNonatomicOperations();
        new Thread(() -> shared.hit()).start();
        new Thread(() -> shared.hit()).start();
    }

    static class GoodCounter {
        private final AtomicInteger hits = new AtomicInteger();

        public void hit() { hits.incrementAndGet(); }
    }
}
