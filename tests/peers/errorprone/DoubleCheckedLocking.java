package errorprone;

import java.util.HashMap;
import java.util.Map;

/** DoubleCheckedLocking: a field that is not volatile. */
class DoubleCheckedLocking {
    private Map<String, String> plain;
    private volatile Map<String, String> shared;

    Map<String, String> bad() {
        if (plain == null) { // BAD java/unsafe-double-checked-locking
            synchronized (this) {
                if (plain == null) {
                    plain = new HashMap<>();
                }
            }
        }
        return plain;
    }

    Map<String, String> good() {
        Map<String, String> found = shared;
        if (found == null) {
            synchronized (this) {
                found = shared;
                if (found == null) {
                    shared = found = new HashMap<>();
                }
            }
        }
        return found;
    }

    static class GoodHolder {
        private static class Made {
            static final Object VALUE = new Object();
        }

        static Object get() { return Made.VALUE; }
    }
}
