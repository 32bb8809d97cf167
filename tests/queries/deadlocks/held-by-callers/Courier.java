/** All callers of the private method hold `this` already: that it is taken again below the other lock does not wait. */
public class Courier {
    private final Object route = new Object();
    private int stop;
    private int sent;

    public synchronized String next() {
        return lookUp(1);
    }

    private String lookUp(int n) {
        synchronized (route) {
            sent++;
            return name(n);
        }
    }

    private synchronized String name(int n) {
        return "stop " + n + stop;
    }

    public synchronized void move(int to) {
        synchronized (route) {
            stop = to;
        }
    }
}

/** One of the callers does not. */
class Messenger {
    private final Object route = new Object();
    private int stop;
    private int sent;

    public synchronized String next() {
        return lookUp(1);
    }

    public String ask(int n) {
        return lookUp(n);
    }

    private String lookUp(int n) {
        synchronized (route) {
            sent++;
            return name(n); // BAD
        }
    }

    private synchronized String name(int n) {
        return "stop " + n + stop;
    }

    public synchronized void move(int to) {
        synchronized (route) { // BAD
            stop = to;
        }
    }

    public static void main(String[] args) {
        Messenger m = new Messenger();
        new Thread(() -> m.ask(2)).start();
        new Thread(() -> m.move(3)).start();
    }
}
