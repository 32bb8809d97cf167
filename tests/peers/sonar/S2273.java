package sonar;

/** S2273: wait and notify without the monitor. */
class S2273 {
    private boolean removed;

    private void bad() {
        while (!removed) {
            try {
                wait(); // BAD java/notify-without-sync
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    void begin() { bad(); }

    synchronized void goodRemove() {
        removed = true;
        notifyAll();
    }
}
