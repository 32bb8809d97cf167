package errorprone;

/** UnsynchronizedOverridesSynchronized: an override without the lock. */
class UnsynchronizedOverridesSynchronized {
    static class Base {
        protected int count;

        synchronized int next() { return ++count; }
    }

    static class Bad extends Base {
        @Override int next() { return ++count * 2; } // BAD java/non-sync-override
    }

    static class Good extends Base {
        @Override int next() { return super.next(); }
    }
}
