package spotbugs;

/** SSD_DO_NOT_USE_INSTANCE_LOCK_ON_SHARED_STATIC_DATA: each object has its own lock for what all share. */
class SsdInstanceLock {
    private static int count;
    private static int calls;
    private final Object lock = new Object();

    public void bad() {
        synchronized (lock) {
            count++; // BAD java/static-field-guarded-by-instance-lock
        }
    }

    public synchronized void badMethod() {
        calls++; // BAD java/static-field-guarded-by-instance-lock
    }
}
