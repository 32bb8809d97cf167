package spotbugs;

/** SP_SPIN_ON_FIELD: a loop that reads a field which the compiler may keep. */
class SpSpinOnField {
    private boolean ready;

    void bad() {
        while (!ready) { // BAD java/spin-on-field
        }
    }

    void set() { ready = true; }
}
