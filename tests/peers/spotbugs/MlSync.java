package spotbugs;

/** ML_SYNC_ON_FIELD_TO_GUARD_CHANGING_THAT_FIELD, ML_SYNC_ON_UPDATED_FIELD: a lock in a field that is changed. */
class MlSync {
    private Long sequence = 0L;
    private Object lock = new Object();
    private int count;

    void badGuard() {
        synchronized (sequence) { // BAD java/unsafe-sync-on-field
            sequence++;
        }
    }

    void badUpdated() {
        synchronized (lock) { // BAD java/sync-on-reassigned-field
            count++;
        }
    }

    void replace() { lock = new Object(); }
}
