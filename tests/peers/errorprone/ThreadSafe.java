package errorprone;

import java.util.ArrayList;
import java.util.List;

/** ThreadSafe: a class with a field that is not thread-safe. */
class ThreadSafeExamples {
    @interface ThreadSafe {
    }

    @ThreadSafe
    static class Bad {
        private final List<String> names = new ArrayList<>();

        void add(String name) {
            names.add(name); // BAD java/not-threadsafe
        }

        String first() { return names.get(0); }
    }

    @ThreadSafe
    static class Good {
        private final List<String> names = new ArrayList<>();

        synchronized void add(String name) { names.add(name); }

        synchronized String first() { return names.get(0); }
    }
}
