package entries;

import net.jcip.annotations.ThreadSafe;

/** Who may call what: package-private methods that nobody calls, methods of superclasses, methods whose comment promises a lock. */
@ThreadSafe
public class Entries {
    private int forPackage;
    private int called;
    private int promised;
    private int checked;

    // Nothing here calls it, so it is there for the package.
    void raise() {
        forPackage++; // BAD
    }

    public synchronized int get() {
        raiseHolding();
        return forPackage + called;
    }

    // It is called in the sources, and all of its callers hold the lock.
    void raiseHolding() {
        called++;
    }

    // guarded by this
    private void breaksItsPromise() {
        promised++; // BAD: the caller below holds nothing, whatever the comment says
    }

    /** GuardedBy("this") */
    private void alsoBroken() {
        checked++; // BAD
    }

    public void callsBoth() {
        breaksItsPromise();
        alsoBroken();
    }

    public synchronized int sum() {
        return promised + checked;
    }
}

/** Not thread-safe by itself. */
class Base {
    private int size;
    private Object[] items = new Object[8];

    public void add(Object item) {
        items[size++] = item;
    }

    public int count() {
        return size; // BAD: inherited by the class below, which only locks add
    }
}

@ThreadSafe
class Locking extends Base {
    @Override
    public synchronized void add(Object item) {
        super.add(item);
    }
}
