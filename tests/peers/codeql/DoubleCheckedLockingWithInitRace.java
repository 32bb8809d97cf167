package codeql;

/** java/unsafe-double-checked-locking-init-order: a volatile field that is set before its object is ready. */
class DoubleCheckedLockingWithInitRace {
    private final Object lock = new Object();
    private volatile Engine engine;

    static class Engine {
        private int speed;

        void begin() { speed = 7; }
    }

    Engine bad() {
        if (engine == null) {
            synchronized (lock) {
                if (engine == null) {
                    engine = new Engine();
                    engine.begin(); // BAD java/unsafe-double-checked-locking-init-order
                }
            }
        }
        return engine;
    }
}
