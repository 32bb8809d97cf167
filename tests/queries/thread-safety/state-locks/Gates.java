import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

@interface ThreadSafe {
}

/** Atomic variables that work as locks, and some that do not. */
@ThreadSafe
class Gates {
    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private final AtomicBoolean busy = new AtomicBoolean();
    private final List<String> busyList = new ArrayList<>();

    void branch(String s) {
        if (busy.compareAndSet(false, true)) {
            try {
                busyList.add(s);
            } finally {
                busy.set(false);
            }
        }
    }

    int spin() {
        while (!busy.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
        try {
            return busyList.size();
        } finally {
            busy.lazySet(false);
        }
    }

    private final AtomicInteger state = new AtomicInteger(FREE);
    private final List<String> late = new ArrayList<>();

    void after(String s) {
        boolean mine = state.compareAndSet(FREE, TAKEN);
        if (!mine) {
            return;
        }
        late.add(s);
        state.set(FREE);
        late.add(s); // $ Alert
    }

    enum Phase {
        IDLE, RUNNING, OVER
    }

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.IDLE);
    private final List<String> phased = new ArrayList<>();

    void run(String s) {
        if (!phase.compareAndSet(Phase.IDLE, Phase.RUNNING)) {
            throw new IllegalStateException();
        }
        phased.add(s); // $ Alert
        phase.compareAndSet(Phase.RUNNING, Phase.IDLE);
    }

    void reset() {
        phase.set(Phase.IDLE); // whoever comes sets it back
    }

    private final AtomicBoolean ignored = new AtomicBoolean();
    private final List<String> unguarded = new ArrayList<>();

    void ignore(String s) {
        ignored.compareAndSet(false, true);
        unguarded.add(s); // $ Alert
        ignored.set(false);
    }
}
