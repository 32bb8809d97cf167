package spotbugs;

/** DM_USELESS_THREAD: a thread without code. */
class DmUselessThread {
    void bad() {
        new Thread().start(); // BAD java/empty-run-method-in-thread
    }
}
