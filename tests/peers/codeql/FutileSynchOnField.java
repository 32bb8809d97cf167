package codeql;

/** java/unsafe-sync-on-field: the lock is in the field that is changed. */
class FutileSynchOnField {
    private Object value;
    private Object kept;
    private final Object lock = new Object();

    public void bad(Object next) {
        synchronized (value) { // BAD java/unsafe-sync-on-field
            value = next;
        }
    }

    public void good(Object next) {
        synchronized (lock) {
            kept = next;
        }
    }
}
