package codeql;

/** java/escaping: a public field of a thread-safe class. */
@interface ThreadSafe {
}

@ThreadSafe
class Escaping {
    public int hits; // BAD java/escaping
    private int own;

    public synchronized void goodHit() { own++; }

    public synchronized int goodGet() { return own; }
}
