package codeql;

/** java/thread-yield-call: a thread that gives way, which may do nothing. */
class YieldCalls {
    private volatile boolean done;

    void bad() {
        while (!done) {
            Thread.yield(); // BAD java/thread-yield-call
        }
    }

    void end() { done = true; }
}
