class LockNullCheck {
    private Runnable task;
    private static Runnable shared;
    private final Object lock = new Object();

    void bad() {
        synchronized (task) {
            if (task != null) task.run();  // BAD
        }
    }

    static void badStatic() {
        synchronized (shared) {
            if (shared == null) {  // BAD
                throw new IllegalStateException();
            }
        }
    }

    void goodBefore() {
        if (task != null) {
            synchronized (task) {
                task.run();
            }
        }
    }

    void goodOther() {
        synchronized (lock) {
            if (task != null) task.run();
        }
    }

    void tricky() {
        synchronized (task) {
            task = null;
            if (task == null) System.out.println("set here");  // GOOD: reported as a lock in the field that is changed
        }
    }

    void goodOtherObject(LockNullCheck other) {
        synchronized (task) {
            if (other.task != null) other.task.run();  // GOOD: the field of another object
        }
    }
}
