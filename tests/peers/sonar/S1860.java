package sonar;

/** S1860: locks strings, numbers and values. */
class S1860 {
    private static final Boolean YES = Boolean.TRUE;
    private final java.time.LocalDate day = java.time.LocalDate.now();

    void bad() {
        synchronized (YES) { // BAD java/sync-on-boxed-types
            System.out.println("locked");
        }
        synchronized (day) { // BAD java/sync-on-boxed-types
            System.out.println("locked");
        }
    }
}
