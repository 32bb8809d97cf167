package spotbugs;

/** RU_INVOKE_RUN: a thread whose method is called. */
class RuInvokeRun {
    void bad(Thread thread) {
        thread.run(); // BAD java/call-to-thread-run
    }
}
