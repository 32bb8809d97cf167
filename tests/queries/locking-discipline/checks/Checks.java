import com.google.common.base.Preconditions;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.GuardedBy;

class Branches {
    private final Object door = new Object();
    @GuardedBy("door") private int visits;

    public void inside() {
        if (Thread.holdsLock(door)) {
            visits++;
        }
    }

    public void after() {
        if (Thread.holdsLock(door)) {
            visits++;
        }
        visits--; // BAD: whatever the answer was
    }

    public void otherBranch() {
        if (!Thread.holdsLock(door)) {
            visits--; // BAD
        } else {
            visits++;
        }
    }

    public void thrown() {
        if (!Thread.holdsLock(door)) throw new IllegalStateException("the door is open");
        visits++;
    }

    public void left() {
        if (!Thread.holdsLock(door)) return;
        visits++;
    }

    public void asserted() {
        assert Thread.holdsLock(door) : "the door is open";
        visits++;
    }

    public void assertedWithOther(boolean busy) {
        assert busy && Thread.holdsLock(door);
        visits++;
    }

    public void assertedOneOf(boolean busy) {
        assert busy || Thread.holdsLock(door);
        visits++; // BAD: it may be only busy
    }

    public void kept() {
        boolean closed = Thread.holdsLock(door);
        visits++; // BAD: nobody looks at the answer
        System.out.println(closed);
    }

    public void keptAndLookedAt() {
        boolean closed = Thread.holdsLock(door);
        if (closed) {
            visits++;
        }
    }

    public void inOneExpression() {
        int now = Thread.holdsLock(door) ? visits : -1;
        int then = Thread.holdsLock(door) ? -1 : visits; // BAD
        System.out.println(now + then);
    }

    public void caught() {
        try {
            assert Thread.holdsLock(door);
        } catch (AssertionError e) {
            visits--; // BAD: the assertion has failed
        }
    }

    public void printed() {
        System.out.println(Thread.holdsLock(door));
        visits++; // BAD
    }

    public void loops(int n) {
        while (n-- > 0) {
            if (Thread.holdsLock(door)) continue;
            visits++; // BAD
        }
    }

    public void insisted() {
        Preconditions.checkState(Thread.holdsLock(door));
        visits++;
    }

    public void insistedOfItsOwn() {
        require(Thread.holdsLock(door));
        visits++;
    }

    public void insistedOnTheOther() {
        forbid(Thread.holdsLock(door));
        visits++; // BAD: goes on only if it is not held
    }

    public void byHelper() {
        mustBeClosed();
        visits++;
    }

    public void byHelperThatOnlyLogs() {
        reportOpen();
        visits++; // BAD
    }

    public void byAnswer() {
        if (isClosed()) {
            visits++;
        } else {
            visits--; // BAD
        }
    }

    private static void require(boolean what) {
        if (!what) throw new IllegalStateException();
    }

    private static void forbid(boolean what) {
        if (what) throw new IllegalStateException();
    }

    private void mustBeClosed() {
        if (!Thread.holdsLock(door)) {
            throw new IllegalStateException();
        }
    }

    private void reportOpen() {
        if (!Thread.holdsLock(door)) {
            System.err.println("open");
        }
    }

    private boolean isClosed() {
        return Thread.holdsLock(door);
    }
}

class Questions {
    private final ReentrantLock gate = new ReentrantLock();
    private final ReentrantReadWriteLock road = new ReentrantReadWriteLock();
    @GuardedBy("gate") private int passed;
    @GuardedBy("road") private int cars;

    public void counted() {
        if (gate.getHoldCount() > 0) passed++;
        if (gate.getHoldCount() != 0) passed++;
        if (1 <= gate.getHoldCount()) passed++;
        if (gate.getHoldCount() == 1) passed++;
        if (gate.getHoldCount() < 1) return;
        passed++;
    }

    public void countedWrongly() {
        if (gate.getHoldCount() >= 0) {
            passed++; // BAD: none is at least none
        }
        if (gate.getHoldCount() == 0) {
            passed--; // BAD
        }
    }

    public void takenIfMissing() {
        boolean mine = !gate.isHeldByCurrentThread();
        if (mine) gate.lock();
        try {
            passed++;
        } finally {
            if (mine) gate.unlock();
        }
    }

    public void given() {
        if (gate.isHeldByCurrentThread()) {
            gate.unlock();
            passed++; // BAD: given back
        }
    }

    public void someThread() {
        if (gate.isLocked()) {
            passed++; // BAD: by whichever thread
        }
    }

    public void onTheRoad() {
        assert road.isWriteLockedByCurrentThread();
        cars++;
    }

    public int readOnTheRoad() {
        assert road.getReadHoldCount() > 0;
        return cars;
    }

    public void changedByReader() {
        assert road.getReadHoldCount() > 0;
        cars++; // BAD: as a reader only
    }
}

class OfAnother {
    final Object key = new Object();
    @GuardedBy("key") int turns;

    void turn(OfAnother other) {
        if (Thread.holdsLock(other.key)) {
            other.turns++;
            turns++; // BAD: that of the other one
        }
    }
}
