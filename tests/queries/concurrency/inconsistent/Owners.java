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
