package codeql;

/** java/thread-priority: priorities that schedulers treat as they like. */
class PriorityCalls {
    void bad(Thread thread) {
        thread.setPriority(Thread.MAX_PRIORITY); // BAD java/thread-priority
    }
}
