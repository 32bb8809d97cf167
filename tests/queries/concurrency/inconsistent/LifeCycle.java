/** What a superclass locks for itself is not there for the fields of its subclasses. */
abstract class LifeCycle {
    private final Object lock = new Object();

    public final void start() {
        synchronized (lock) {
            doStart();
        }
    }

    public final void stop() {
        synchronized (lock) {
            doStop();
        }
    }

    abstract void doStart();

    abstract void doStop();
}
