package spotbugs;

/** ESync_EMPTY_SYNC: a block without a statement. */
class EsyncEmptySync {
    void bad() {
        synchronized (this) { // BAD java/empty-synchronized-block
        }
    }
}
