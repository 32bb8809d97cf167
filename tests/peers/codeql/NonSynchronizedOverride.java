package codeql;

/** java/non-sync-override: an override that does not synchronize as what it overrides. */
class NonSynchronizedOverride {
    static class Base {
        protected int total;

        public synchronized void add(int n) { total += n; }

        public synchronized String name() { return "base" + total; }
    }

    static class Twice extends Base {
        @Override public void add(int n) { total += 2 * n; } // BAD java/non-sync-override

        @Override public String name() { return "twice"; } // BAD java/non-sync-override
    }

    static class GoodTwice extends Base {
        @Override public synchronized void add(int n) { total += 2 * n; }

        @Override public String name() { return super.name(); }
    }
}
