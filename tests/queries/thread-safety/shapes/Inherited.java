package shapes;

import net.jcip.annotations.ThreadSafe;

/** The base class says nothing; its fields are guarded by what extends it, but for one method that is inherited. */
class Base {
    protected int guarded;
    protected int leaked;

    public void reset() {
        guarded = 0;
    }

    public void leak() {
        leaked = 0; // BAD: inherited as it is
    }
}

@ThreadSafe
class Derived extends Base {
    @Override
    public synchronized void reset() {
        super.reset();
    }

    public synchronized int sum() {
        return guarded + leaked;
    }
}

/** Two classes share the code of a third; only one of them is meant to be thread-safe. */
abstract class AbstractBuffer {
    int count;

    void put(int n) {
        count += grow(n);
    }

    private int grow(int n) {
        return n + count;
    }
}

@ThreadSafe
class SafeBuffer extends AbstractBuffer {
    @Override
    public synchronized void put(int n) {
        super.put(n);
    }
}

class PlainBuffer extends AbstractBuffer {
    @Override
    public void put(int n) {
        super.put(n);
        count--;
    }
}

class UsesPlain {
    public void use(PlainBuffer b) {
        b.put(1);
        b.count = 2;
    }
}
