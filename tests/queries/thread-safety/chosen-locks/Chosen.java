import javax.annotation.concurrent.ThreadSafe;

/** BAD: who reads holds one of the two locks, who writes the other one or this one. */
@ThreadSafe
class OneOfTwo {
    private final Object left = new Object();
    private final Object right = new Object();
    private int n;

    public void add(boolean toLeft) {
        synchronized (toLeft ? left : right) {
            n++;
        }
    }

    public int get() {
        synchronized (left) {
            return n;
        }
    }
}

/** BAD: by a switch. */
@ThreadSafe
class BySwitch {
    private final Object left = new Object();
    private final Object right = new Object();
    private int n;

    public void add(int side) {
        Object lock = switch (side) {
            case 0 -> left;
            default -> right;
        };
        synchronized (lock) {
            n++;
        }
    }

    public int get() {
        synchronized (right) {
            return n;
        }
    }
}

/** Who writes holds both, who reads one of them. */
@ThreadSafe
class BothToWrite {
    private final Object left = new Object();
    private final Object right = new Object();
    private int n;

    public void add() {
        synchronized (left) {
            synchronized (right) {
                n++;
            }
        }
    }

    public int get(boolean fromLeft) {
        Object lock = left;
        if (!fromLeft) {
            lock = right;
        }
        synchronized (lock) {
            return n;
        }
    }
}

/** All ways lead to one lock. */
@ThreadSafe
class AlwaysOne {
    private final Object left = new Object();
    private int n;

    public void add(boolean again) {
        Object lock = again ? this.left : left;
        synchronized (lock) {
            n++;
        }
    }

    public int get() {
        synchronized (left) {
            return n;
        }
    }
}
