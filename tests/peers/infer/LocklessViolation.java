package infer;

/** LOCKLESS_VIOLATION: a method that promises to take no lock. */
class LocklessViolation {
    @interface Lockless {
    }

    @Lockless
    public synchronized int bad() { return 3; } // MISSED a promise of Infer's own annotation, and no defect by itself
}
