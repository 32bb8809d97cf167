package infer;

/** THREAD_SAFETY_VIOLATION: a public method that writes, two calls down. */
class UnprotectedWrite {
    @ThreadSafe
    static class Bad {
        private int heat;

        public void cook() { boil(); }

        private void boil() {
            heat = 100; // BAD java/not-threadsafe
        }
    }

    @ThreadSafe
    static class Good {
        private int heat;

        public synchronized void cook() { boil(); }

        private void boil() { heat = 100; }
    }
}

@interface ThreadSafe {
}
