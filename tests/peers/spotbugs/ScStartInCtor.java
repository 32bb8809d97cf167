package spotbugs;

/** SC_START_IN_CTOR: a constructor that starts a thread. */
class ScStartInCtor {
    ScStartInCtor(Runnable task) {
        new Thread(task).start(); // BAD java/thread-start-in-constructor
    }

    static final class Good {
        Good(Runnable task) {
            new Thread(task).start();
        }
    }
}
