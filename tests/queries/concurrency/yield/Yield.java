import java.util.concurrent.atomic.AtomicInteger;

class Yield {
    private volatile boolean ready;
    private final AtomicInteger turn = new AtomicInteger();

    void bad() {
        while (!ready) Thread.yield();  // BAD
    }

    void good() {
        while (!turn.compareAndSet(0, 1)) {
            Thread.yield();  // GOOD: backs off
        }
    }

    static void yield() { }

    void tricky() {
        Yield.yield();  // GOOD: not that of threads
    }
}
