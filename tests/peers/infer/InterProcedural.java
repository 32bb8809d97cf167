package infer;

/** THREAD_SAFETY_VIOLATION: a write in a class that says nothing. */
class InterProcedural {
    @ThreadSafe
    static class First {
        void change(Second other) {
            other.write();
        }
    }

    static class Second {
        Integer x;

        void write() {
            x = 88; // MISSED nothing says that two threads have one `Second`: the caller gives it
        }
    }
}
