package spotbugs;

/** DL_SYNCHRONIZATION_ON_BOOLEAN, DL_SYNCHRONIZATION_ON_BOXED_PRIMITIVE, DL_SYNCHRONIZATION_ON_SHARED_CONSTANT, DL_SYNCHRONIZATION_ON_UNSHARED_BOXED_PRIMITIVE: locks that unrelated code may hold. */
class DlSynchronization {
    private static Boolean inited = Boolean.FALSE;
    private static Integer count = 0;
    private static final String KEY = "key";
    private static final Integer OWN = new Integer(12);
    private static final Object GOOD = new Object();

    void bad() {
        synchronized (inited) { // BAD java/sync-on-boxed-types
            if (!inited) {
                inited = Boolean.TRUE;
            }
        }
        synchronized (count) { // BAD java/sync-on-boxed-types
            count++;
        }
        synchronized (KEY) { // BAD java/sync-on-boxed-types
            System.out.println("locked");
        }
    }

    void badUnshared() {
        synchronized (OWN) { // MISSED the constructor makes an object of its own, which works until it is replaced by `valueOf`
            System.out.println("locked");
        }
    }

    void good() {
        synchronized (GOOD) {
            System.out.println("locked");
        }
    }
}
