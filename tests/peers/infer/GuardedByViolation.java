package infer;

/** GUARDEDBY_VIOLATION: a field that names its lock. */
class GuardedByViolation {
    @interface GuardedBy {
        String value();
    }

    @GuardedBy("this")
    private String name;

    void bad() {
        name = "a"; // BAD java/not-threadsafe
    }

    void good() {
        synchronized (this) {
            name = "b";
        }
    }
}
