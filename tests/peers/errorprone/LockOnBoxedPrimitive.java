package errorprone;

/** LockOnBoxedPrimitive: a number as a lock. */
class LockOnBoxedPrimitive {
    private final Integer key = 3;

    void bad() {
        synchronized (key) { // BAD java/sync-on-boxed-types
            System.out.println("locked");
        }
    }
}
