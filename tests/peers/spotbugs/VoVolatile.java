package spotbugs;

/** VO_VOLATILE_INCREMENT, VO_VOLATILE_REFERENCE_TO_ARRAY: what volatile does not do. */
class VoVolatile {
    private volatile int count;
    private volatile int[] slots = new int[3];

    void bad() {
        count++; // BAD java/non-atomic-volatile-update
    }

    void badArray(int i) {
        slots[i] = 1; // BAD java/volatile-array
    }

    int sum() { return slots[0] + count; }
}
