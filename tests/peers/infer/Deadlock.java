package infer;

/** DEADLOCK: each thread has what the other waits for. */
class Deadlock {
    private final Object other = new Object();

    public synchronized void ownThenOther() {
        synchronized (other) { // BAD java/lock-order-inconsistency
            System.out.println("both");
        }
    }

    public void otherThenOwn() {
        synchronized (other) {
            own();
        }
    }

    private synchronized void own() { System.out.println("both"); }
}
