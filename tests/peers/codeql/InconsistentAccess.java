package codeql;

/** java/inconsistent-field-synchronization: one of four changes takes no lock. */
class InconsistentAccess {
    private int stock = 10;

    public void sell() {
        synchronized (this) {
            stock--;
        }
        synchronized (this) {
            stock--;
        }
        synchronized (this) {
            stock--;
        }
        stock = stock + 3; // BAD java/not-threadsafe
    }
}
