import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Atomic variables that work as locks, taken and given back by methods of their own. */
class Claimed {
    public static void main(String[] args) {
        Press press = new Press();
        new Thread(press::print).start();
        new Thread(press::print).start();
        Mill mill = new Mill();
        new Thread(mill::grind).start();
        new Thread(mill::grind).start();
        Loom loom = new Loom();
        new Thread(loom::weave).start();
        new Thread(loom::weave).start();
        Kiln kiln = new Kiln();
        new Thread(kiln::fire).start();
        new Thread(kiln::cool).start();
    }
}

/** Who claims it goes on. */
class Press {
    private final AtomicBoolean busy = new AtomicBoolean();
    private final StringBuilder page = new StringBuilder();

    private boolean tryStart() {
        return busy.compareAndSet(false, true);
    }

    private void finish() {
        busy.set(false);
    }

    void print() {
        if (tryStart()) {
            try {
                page.append("x");
            } finally {
                finish();
            }
        }
    }
}

/** With two returns, and the test negated. */
class Mill {
    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private final AtomicInteger state = new AtomicInteger(IDLE);
    private long flour;

    private boolean enter() {
        if (state.compareAndSet(IDLE, BUSY)) {
            return true;
        }
        return false;
    }

    private void leave() {
        state.set(IDLE);
    }

    void grind() {
        if (!enter()) {
            return;
        }
        flour = flour * 2 + 1;
        leave();
    }
}

/** Nobody asks who has claimed it. */
class Loom {
    private final AtomicBoolean busy = new AtomicBoolean();
    private long rows;

    private boolean enter() {
        return busy.compareAndSet(false, true);
    }

    private void leave() {
        busy.set(false);
    }

    void weave() {
        enter();
        rows = rows * 2 + 1;
        leave();
    }
}

/** Who has not claimed it gives it back. */
class Kiln {
    private final AtomicBoolean hot = new AtomicBoolean();
    private long heat;

    private boolean enter() {
        return hot.compareAndSet(false, true);
    }

    private void leave() {
        hot.set(false);
    }

    void fire() {
        if (enter()) {
            heat = heat * 2 + 1;
            leave();
        }
    }

    void cool() {
        heat = heat / 2;
        leave();
    }
}
