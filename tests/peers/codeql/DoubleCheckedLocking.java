package codeql;

import java.util.ArrayList;
import java.util.List;

/** java/unsafe-double-checked-locking: a field that is tested without the lock, and not volatile. */
class DoubleCheckedLocking {
    private final Object lock = new Object();
    private List<String> plain;
    private Point immutable;
    private volatile List<String> shared;

    static final class Point {
        private final int x;

        Point(int x) { this.x = x; }
    }

    List<String> bad() {
        if (plain == null) { // BAD java/unsafe-double-checked-locking
            synchronized (lock) {
                if (plain == null) {
                    plain = new ArrayList<>();
                }
            }
        }
        return plain;
    }

    Point badSecondRead() {
        if (immutable == null) { // BAD java/unsafe-double-checked-locking
            synchronized (lock) {
                if (immutable == null) {
                    immutable = new Point(3);
                }
            }
        }
        return immutable;
    }

    List<String> good() {
        List<String> found = shared;
        if (found == null) {
            synchronized (lock) {
                found = shared;
                if (found == null) {
                    found = new ArrayList<>();
                    found.add("first");
                    shared = found;
                }
            }
        }
        return found;
    }
}
