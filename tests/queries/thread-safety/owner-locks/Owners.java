import javax.annotation.concurrent.ThreadSafe;

/** Parts lock the arena that has made them, which locks itself before it uses them. */
@ThreadSafe
class Arena {
    private final Part first = new Part(this);
    private final Part second = new Part(this);

    public void fill() {
        synchronized (this) {
            first.grow();
            second.grow();
        }
    }

    public Part first() { return first; }
}

@ThreadSafe
class Part {
    private final Arena arena;
    private int used;

    Part(Arena arena) { this.arena = arena; }

    void grow() { used++; }

    public int used() {
        synchronized (arena) {
            return used;
        }
    }
}

/** BAD: the lock is any object that others choose. */
@ThreadSafe
class Yard {
    private final Object gate = new Object();
    private final Shed mine = new Shed(this);
    private final Shed other = new Shed(gate);

    public void fill() {
        synchronized (this) {
            mine.grow();
            other.grow();
        }
    }
}

@ThreadSafe
class Shed {
    private final Object lock;
    private int used;

    Shed(Object lock) { this.lock = lock; }

    void grow() { used++; }

    public int used() {
        synchronized (lock) {
            return used;
        }
    }
}
