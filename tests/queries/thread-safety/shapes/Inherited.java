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
