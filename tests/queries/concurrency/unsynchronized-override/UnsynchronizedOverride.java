class UnsynchronizedOverride {
    static class Counter {
        protected int n;

        public synchronized void add(int k) { n += k; }

        public synchronized int get() { return n; }

        public synchronized String name() { return "counter" + n; }

        public synchronized void reset() { n = 0; }
    }

    static class Bad extends Counter {
        private int calls;

        @Override public void add(int k) { n += k; }  // BAD

        @Override public void reset() {  // BAD
            calls++;
            super.reset();
        }

        @Override public String name() { return "bad"; }  // GOOD: touches nothing
    }

    static class Good extends Counter {
        @Override public synchronized void add(int k) { n += k; }

        @Override public int get() { return super.get(); }  // GOOD: delegates

        @Override public void reset() {
            synchronized (this) {
                n = 0;
            }
        }
    }

    static class Begun extends Counter {
        @Override public synchronized void reset() { super.reset(); }

        public synchronized void start() { n = 1; }
    }

    static class Own extends Begun {
        private int starts;

        @Override public void start() {  // true, and below the default: what begins an object writes only its own state
            starts++;
            super.start();
        }
    }
}
