class TestThenUse {
    interface Listener {
        void changed();
    }

    private volatile Listener listener;
    private Listener guarded;
    private Listener plain;
    private volatile boolean closed;
    private volatile boolean opened;
    private final Object lock = new Object();

    void bad() {
        if (listener != null) {  // BAD
            listener.changed();
        }
    }

    void badEarly() {
        if (guarded == null) return;  // BAD
        guarded.changed();
    }

    void badFlag() {
        if (closed) return;  // BAD
        closed = true;
        System.out.println("closing");
    }

    void remove() {
        listener = null;
        plain = null;
        synchronized (lock) {
            guarded = null;
        }
    }

    void good() {
        Listener l = listener;
        if (l != null) l.changed();
    }

    void goodLocked() {
        synchronized (lock) {
            if (guarded != null) guarded.changed();
        }
    }

    void goodFlag() {
        synchronized (lock) {
            if (opened) return;
            opened = true;
        }
    }

    void tricky() {
        if (plain != null) plain.changed();  // GOOD: nothing says that threads share it
    }
}
