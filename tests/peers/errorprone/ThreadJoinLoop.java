package errorprone;

/** ThreadJoinLoop: a loop around a join. */
class ThreadJoinLoop {
    void bad(Thread thread) {
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) { // BAD java/swallowed-interrupt
                continue;
            }
        }
    }
}
