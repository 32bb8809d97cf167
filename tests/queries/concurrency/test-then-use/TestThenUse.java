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
    private TestThenUse.Listener listener;

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

/** What a synchronized method answers holds only as long as its lock. */
class AskedDoor {
    private boolean open;

    synchronized boolean isOpen() { return open; }

    synchronized void setOpen(boolean value) { open = value; }

    synchronized void enter() { }

    void look() { }
}

class Asks {
    private final AskedDoor own = new AskedDoor();
    private final AskedDoor shared = new AskedDoor();

    public synchronized void bad(AskedDoor door) {
        if (door.isOpen()) {
            door.enter();  // BAD
        }
    }

    public synchronized void badElse(AskedDoor door) {
        if (door.isOpen() && door.hashCode() > 0) {
            door.look();
        } else {
            door.setOpen(true);  // GOOD: not only the answer leads here
        }
    }

    public void good(AskedDoor door) {
        synchronized (door) {
            if (door.isOpen()) {
                door.enter();  // GOOD
            }
        }
    }

    public synchronized void goodOwnLock() {
        if (own.isOpen()) {
            own.enter();  // GOOD: all use of it holds this lock
        }
    }

    public synchronized void badField() {
        if (!shared.isOpen()) {
            shared.setOpen(true);  // BAD
        }
    }

    public void other() {
        shared.setOpen(false);
    }

    public synchronized void goodLocal() {
        AskedDoor door = new AskedDoor();
        if (door.isOpen()) {
            door.enter();  // GOOD: nobody else knows it
        }
    }

    public void goodPlain(AskedDoor door) {
        if (door.isOpen()) {
            door.enter();  // GOOD: nothing here minds threads
        }
    }

    public synchronized void goodAfter(AskedDoor door) {
        if (door.isOpen()) {
            door.look();  // GOOD: takes no lock
        }
        door.enter();  // GOOD: done in any case
    }
}

class Hooks {
    private volatile boolean run;
    private volatile boolean sent;

    /** The exception says that this must happen once; two threads may both do it. */
    void run(Runnable hook) {
        if (run) {
            throw new IllegalStateException("run already");
        }
        run = true;
        hook.run();
    }

    void tell(Runnable hook) {
        if (sent) {
            return;
        }
        sent = true;
        hook.run();
    }
}
