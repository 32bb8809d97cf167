package guards;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.GuardedBy;

/** Names of guards that are understood, and some that are not. */
class Guards {
    static final Object GLOBAL = new Object();
    private final Object lock = new Object();
    private final ReadWriteLock rw = new ReentrantReadWriteLock();

    @GuardedBy("this")
    private int a;

    @GuardedBy("lock")
    private int b;

    @GuardedBy("this.lock")
    private int c;

    @GuardedBy("Guards.this")
    private int d;

    @GuardedBy("Guards.class")
    private int e;

    @GuardedBy("Guards.GLOBAL")
    private int f;

    @GuardedBy("rw.readLock()")
    private int g;

    @GuardedBy("getLock()")
    private int h;

    @GuardedBy("itself")
    private final Object i = new Object();

    @GuardedBy("self")
    private final Object own = new Object();

    @GuardedBy("mutex") // BAD
    private int j;

    @GuardedBy("the lock of the pool") // BAD
    private int k;

    Object getLock() {
        return lock;
    }

    class Inner {
        @GuardedBy("lock")
        private int n;

        @GuardedBy("Guards.this.lock")
        private int m;
    }
}
