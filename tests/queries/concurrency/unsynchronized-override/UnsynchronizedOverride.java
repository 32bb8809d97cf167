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

        @Override public String name() { return "bad"; }  // below the default: touches nothing
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

    static abstract class Promise extends Counter {
        @Override public abstract void add(int k);  // GOOD: it has no code
    }

    static class Delegates extends Counter {
        @Override public void add(int k) { super.add(k); }  // GOOD

        @Override public int get() { return super.get() + 1; }  // below the default
    }

    static class Buffer extends java.io.ByteArrayOutputStream {
        @Override public void write(int b) {  // below the default: what the lock protects is not known here
            System.out.println(b);
        }
    }
}
