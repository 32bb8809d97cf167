import java.util.ArrayList;
import java.util.List;

class DoubleChecked {
    static class Helper {
        int value = 1;
    }

    static class Point {
        private final int x;

        Point(int x) { this.x = x; }
    }

    private Helper helper;
    private volatile Helper safe;
    private Point point;
    private Point pointTwice;
    private String name;
    private boolean ready;
    private List<String> early;
    private final Object lock = new Object();

    Helper bad() {
        if (helper == null) {  // BAD
            synchronized (this) {
                if (helper == null) {
                    helper = new Helper();
                }
            }
        }
        return helper;
    }

    void badFlag() {
        if (!ready) {  // BAD
            synchronized (lock) {
                if (!ready) {
                    early = new ArrayList<>();
                    ready = true;
                }
            }
        }
    }

    Helper good() {
        Helper h = safe;
        if (h == null) {
            synchronized (this) {
                h = safe;
                if (h == null) {
                    h = new Helper();
                    safe = h;
                }
            }
        }
        return h;
    }

    Point goodFinalFields() {
        Point p = point;
        if (p == null) {  // GOOD: all fields of a Point are final, and the field is read once
            synchronized (this) {
                p = point;
                if (p == null) {
                    p = new Point(1);
                    point = p;
                }
            }
        }
        return p;
    }

    Point badReadTwice() {
        if (pointTwice == null) {  // BAD
            synchronized (this) {
                if (pointTwice == null) pointTwice = new Point(1);
            }
        }
        return pointTwice;
    }

    private static List<String> list;

    static List<String> badEarlyReturn() {
        if (list != null) return list;  // BAD
        synchronized (DoubleChecked.class) {
            if (list == null) list = new ArrayList<>();
            return list;
        }
    }

    synchronized String tricky() {
        if (name == null) {  // GOOD: the method synchronizes
            name = "x";
        }
        return name;
    }

    void trickyTwoFields() {
        if (helper != null) {
            synchronized (this) {
                if (safe == null) safe = new Helper();  // GOOD: tests another field than the outer one
            }
        }
    }

    String trickyHeldAlready() {
        synchronized (this) {
            if (name == null) {  // GOOD: the lock is held at this test already
                synchronized (this) {
                    if (name == null) name = "y";
                }
            }
            return name;
        }
    }

    private void trickyCallersHold() {
        if (helper == null) {  // GOOD: all callers hold the lock
            synchronized (this) {
                if (helper == null) helper = new Helper();
            }
        }
    }

    public synchronized Helper asksHolding() {
        trickyCallersHold();
        return helper;
    }
}
