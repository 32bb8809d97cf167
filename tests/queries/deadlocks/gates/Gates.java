import java.util.concurrent.locks.*;


/** gate around both, in callers */
class ByCallers {
    private final Object gate = new Object(), a = new Object(), b = new Object();
    void one() { synchronized (gate) { ab(); } }
    void two() { synchronized (gate) { ba(); } }
    private void ab() { synchronized (a) { synchronized (b) { } } }
    private void ba() { synchronized (b) { synchronized (a) { } } }
    public static void main(String[] args) {
        ByCallers g = new ByCallers();
        new Thread(g::one).start();
        new Thread(g::two).start();
    }
}
/** gate around the calls of others */
class ByOthers {
    private final Object a = new Object(), b = new Object();
    final Object gate = new Object();
    void ab() { synchronized (a) { synchronized (b) { } } }
    void ba() { synchronized (b) { synchronized (a) { } } }
    public static void main(String[] args) {
        ByOthers g = new ByOthers();
        new Thread(() -> { synchronized (g.gate) { g.ab(); } }).start();
        new Thread(() -> { synchronized (g.gate) { g.ba(); } }).start();
    }
}
/** gate held at the outer lock only by this way; the helper is called without it too */
class ByWay {
    private final Object gate = new Object(), a = new Object(), b = new Object();
    void one() { synchronized (gate) { synchronized (a) { takeB(); } } }
    void two() { synchronized (gate) { synchronized (b) { takeA(); } } }
    void three() { takeB(); }
    void four() { takeA(); }
    private void takeB() { synchronized (b) { } }
    private void takeA() { synchronized (a) { } }
    public static void main(String[] args) {
        ByWay g = new ByWay();
        new Thread(g::one).start();
        new Thread(g::two).start();
        new Thread(g::three).start();
        new Thread(g::four).start();
    }
}
/** gate lock is a ReentrantLock */
class ByLock {
    private final Lock gate = new ReentrantLock(), a = new ReentrantLock(), b = new ReentrantLock();
    void one() { gate.lock(); try { a.lock(); try { b.lock(); b.unlock(); } finally { a.unlock(); } } finally { gate.unlock(); } }
    void two() { gate.lock(); try { b.lock(); try { a.lock(); a.unlock(); } finally { b.unlock(); } } finally { gate.unlock(); } }
    public static void main(String[] args) {
        ByLock g = new ByLock();
        new Thread(g::one).start();
        new Thread(g::two).start();
    }
}
/** no gate: one side only */
class OneSide {
    private final Object gate = new Object(), a = new Object(), b = new Object();
    void one() { synchronized (gate) { synchronized (a) { synchronized (b) { } } } }
    void two() { synchronized (b) { synchronized (a) { } } }   // BAD
    public static void main(String[] args) {
        OneSide g = new OneSide();
        new Thread(g::one).start();
        new Thread(g::two).start();
    }
}
