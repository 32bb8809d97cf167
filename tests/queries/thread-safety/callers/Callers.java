import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** What callers hold, and what they hand in, speaks for a class. */
class Callers {
    @interface ThreadSafe {
    }

    @ThreadSafe
    static class Stepper {
        private int state; // Less sure: all callers of step() hold the lock

        synchronized int read() {
            return state;
        }

        synchronized void reset() {
            state = 0;
        }

        public void step() {
            state = state * 3 + 1;
        }
    }

    @ThreadSafe
    static class Free {
        private int state; // BAD: nobody holds a lock around step()

        synchronized int read() {
            return state;
        }

        synchronized void reset() {
            state = 0;
        }

        public void step() {
            state = state * 3 + 1;
        }
    }

    @ThreadSafe
    static class Store {
        private final Map<String, String> made = make(); // GOOD: a method makes it for several threads
        private final Map<String, String> given; // GOOD: all callers hand in such a map
        private final Map<String, String> plain; // BAD

        Store(Map<String, String> given, Map<String, String> plain) {
            this.given = given;
            this.plain = plain;
        }

        private static Map<String, String> make() {
            return Collections.synchronizedMap(new HashMap<>());
        }

        synchronized void put(String key) {
            made.put(key, key);
            given.put(key, key);
            plain.put(key, key);
        }

        public String get(String key) {
            return made.get(key) + given.get(key) + plain.get(key);
        }
    }

    void use(Stepper stepper, Free free) {
        synchronized (stepper) {
            stepper.step();
        }
        free.step();
    }

    Store store() {
        return new Store(Collections.synchronizedMap(new HashMap<>()), new HashMap<>());
    }
}
