package errorprone;

/** ThreadPriorityCheck: leaves to the scheduler what it need not do. */
class ThreadPriorityCheck {
    void bad(Thread thread) {
        thread.setPriority(Thread.MIN_PRIORITY); // BAD java/thread-priority
        Thread.yield(); // BAD java/thread-yield-call
    }
}
