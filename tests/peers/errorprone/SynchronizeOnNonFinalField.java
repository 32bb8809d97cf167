package errorprone;

/** SynchronizeOnNonFinalField: a lock in a field that may change. */
class SynchronizeOnNonFinalField {
    private Object lock = new Object();
    private Object kept = new Object();

    void bad() {
        synchronized (lock) { // BAD java/sync-on-reassigned-field
            System.out.println("locked");
        }
    }

    void replace() { lock = new Object(); }

    void badNeverReplaced() {
        synchronized (kept) { // MISSED nobody puts another object into the field
            System.out.println("locked");
        }
    }
}
