package sonar;

/** S3078: changes a volatile field in two steps. */
class S3078 {
    private volatile int count;
    private volatile boolean on;

    void bad() {
        count++; // BAD java/non-atomic-volatile-update
        on = !on; // BAD java/non-atomic-volatile-update
    }
}
