package sonar;

/** S2446: wakes one thread. */
class S2446 {
    private boolean ready;

    synchronized void bad() {
        ready = true;
        notify(); // BAD java/notify-instead-of-notify-all
    }

    synchronized void goodAll() {
        ready = true;
        notifyAll();
    }
}
