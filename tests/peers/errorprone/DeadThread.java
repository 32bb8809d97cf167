package errorprone;

/** DeadThread: a thread that nobody starts. */
class DeadThread {
    void bad(Runnable task) {
        new Thread(task); // BAD java/thread-never-started
    }
}
