package spotbugs;

/** NP_SYNC_AND_NULL_CHECK_FIELD: locks a field, then asks whether it is null. */
class NpSyncAndNullCheckField {
    private StringBuilder text;

    void bad() {
        synchronized (text) {
            if (text != null) { // BAD java/null-check-of-lock
                text.append("a");
            }
        }
    }
}
