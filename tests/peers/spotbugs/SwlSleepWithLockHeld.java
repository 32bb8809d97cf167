package spotbugs;

/** SWL_SLEEP_WITH_LOCK_HELD: sleeps with a lock held. */
class SwlSleepWithLockHeld {
    synchronized void bad() throws InterruptedException {
        Thread.sleep(100); // BAD java/sleep-with-lock-held
    }
}
