package errorprone;

/** StaticGuardedByInstance: a static field under the lock of an object. */
class StaticGuardedByInstance {
    private final Object lock = new Object();
    private static boolean ready;
    private static boolean goodReady;

    StaticGuardedByInstance() {
        synchronized (lock) {
            if (!ready) {
                ready = true; // BAD java/static-field-guarded-by-instance-lock
            }
        }
        synchronized (StaticGuardedByInstance.class) {
            if (!goodReady) {
                goodReady = true;
            }
        }
    }
}
