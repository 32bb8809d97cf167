package lockhelpers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/* Functions that helpers run under a lock. */

final class Locked {
    static void with(Lock l, Runnable body) {
        l.lock();
        try {
            body.run();
        } finally {
            l.unlock();
        }
    }
}

/** One lock for both: right. */
class Till {
    private final Lock lock = new ReentrantLock();
    private long cents;

    void pay(long c) { Locked.with(lock, () -> cents += c); }
    void refund(long c) { Locked.with(lock, () -> cents -= c); }

    public static void main(String[] args) {
        Till t = new Till();
        new Thread(() -> t.pay(3)).start();
        new Thread(() -> t.refund(2)).start();
    }
}

/** Two locks: wrong. */
class TwoTills {
    private final Lock in = new ReentrantLock();
    private final Lock out = new ReentrantLock();
    private long cents;

    void pay(long c) { Locked.with(in, () -> cents += c); }
    void refund(long c) { Locked.with(out, () -> cents -= c); }

    public static void main(String[] args) {
        TwoTills t = new TwoTills();
        new Thread(() -> t.pay(3)).start();
        new Thread(() -> t.refund(2)).start();
    }
}

/** The subclass locks: right. */
abstract class Ledger {
    private final List<String> lines = new ArrayList<>();

    protected abstract void exclusively(Runnable r);

    void write(String s) { exclusively(() -> lines.add(s)); }
    void tear() { exclusively(() -> lines.remove(0)); }

    public static void main(String[] args) {
        Ledger l = new MonitorLedger();
        new Thread(() -> l.write("a")).start();
        new Thread(l::tear).start();
    }
}

class MonitorLedger extends Ledger {
    @Override
    protected synchronized void exclusively(Runnable r) { r.run(); }
}

/** The subclass does not lock: wrong. */
abstract class OpenLedger {
    private final List<String> lines = new ArrayList<>();

    protected abstract void exclusively(Runnable r);

    void write(String s) { exclusively(() -> lines.add(s)); }
    void tear() { exclusively(() -> lines.remove(0)); }

    public static void main(String[] args) {
        OpenLedger l = new CarelessLedger();
        new Thread(() -> l.write("a")).start();
        new Thread(l::tear).start();
    }
}

class CarelessLedger extends OpenLedger {
    @Override
    protected void exclusively(Runnable r) { r.run(); }
}
