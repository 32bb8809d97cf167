/** A lock of the object that owns another one: the message says whose it is. */
class Owners {
    private final Part part = new Part();

    public synchronized void start() { part.setFirst(1); }

    public synchronized void next() { part.setSecond(2); }

    public synchronized int ask() { return part.third(); }

    public int hurry() { return part.fourth(); }

    static class Part {
        private int value;

        void setFirst(int v) { value = v; }

        void setSecond(int v) { value = v; }

        int third() { return value; }

        int fourth() { return value; }  // BAD: without the lock of Owners
    }
}

/** What is made on demand under the lock of the channel, by a class that takes no other. */
class Reply {
    private final Channel channel;
    private StringBuilder trailer;

    Reply(Channel channel) { this.channel = channel; }

    StringBuilder trailer(boolean large) {
        synchronized (channel) {
            if (trailer == null) {
                if (large) trailer = new StringBuilder(1000);
                else trailer = new StringBuilder();
            }
        }
        return trailer;  // GOOD: set by now, for good
    }
}

/** What is taken away again is not there for good. */
class Draft {
    private final Channel channel;
    private StringBuilder trailer;

    Draft(Channel channel) { this.channel = channel; }

    StringBuilder trailer(boolean large) {
        synchronized (channel) {
            if (trailer == null) {
                if (large) trailer = new StringBuilder(1000);
                else trailer = new StringBuilder();
            }
        }
        return trailer;  // BAD
    }

    void drop() {
        synchronized (channel) {
            trailer = null;
        }
    }
}

class Channel {
    private int sent;

    synchronized void send() { sent++; }
}
