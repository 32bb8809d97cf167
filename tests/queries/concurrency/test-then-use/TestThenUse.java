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

    public void bad() {
        if (listener != null) {  // BAD
            listener.changed();
        }
    }

    public void badEarly() {
        if (guarded == null) return;  // BAD
        guarded.changed();
    }

    public void badFlag() {
        if (closed) return;  // BAD
        closed = true;
        System.out.println("closing");
    }

    public void remove() {
        listener = null;
        plain = null;
        synchronized (lock) {
            guarded = null;
        }
    }

    public void good() {
        Listener l = listener;
        if (l != null) l.changed();
    }

    public void goodLocked() {
        synchronized (lock) {
            if (guarded != null) guarded.changed();
        }
    }

    public void goodFlag() {
        synchronized (lock) {
            if (opened) return;
            opened = true;
        }
    }

    public void tricky() {
        if (plain != null) plain.changed();  // GOOD: nothing says that threads share it
    }
}

/** What tasks of one event thread change belongs to that thread. */
class OfEventThread {
    private Listener listener;

    public void show() {
        if (listener != null) listener.changed();  // GOOD: called on the event thread
    }

    public void reset() {
        javax.swing.SwingUtilities.invokeLater(new Runnable() {
            public void run() {
                listener = null;
            }
        });
    }
}
