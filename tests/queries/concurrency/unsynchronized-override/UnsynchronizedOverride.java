class UnsynchronizedOverride {
    static class Counter {
        protected int n;

        synchronized void add(int k) { n += k; }

        synchronized int get() { return n; }

        synchronized String name() { return "counter" + n; }

        synchronized void reset() { n = 0; }
    }

    static class Bad extends Counter {
        private int calls;

        @Override void add(int k) { n += k; }  // BAD

        @Override void reset() {  // BAD
            calls++;
            super.reset();
        }

        @Override String name() { return "bad"; }  // GOOD: touches nothing
    }

    static class Good extends Counter {
        @Override synchronized void add(int k) { n += k; }

        @Override int get() { return super.get(); }  // GOOD: delegates

        @Override void reset() {
            synchronized (this) {
                n = 0;
            }
        }
    }
}
