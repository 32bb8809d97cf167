package spotbugs;

/** UW_UNCOND_WAIT: waits without asking what for. */
class UwUncondWait {
    synchronized void bad() throws InterruptedException {
        wait(); // BAD java/wait-outside-loop
    }
}
