import java.util.ArrayList;
import java.util.List;

class LazyStatic {
    private static List<String> bad;
    private static volatile List<String> badVolatile;
    private static List<String> good;
    private static List<String> held;
    private static String text;
    private static List<String> atStart;
    private static List<String> inMain;

    static {
        init();
    }

    public static List<String> bad() {
        if (bad == null) {
            bad = new ArrayList<>();  // BAD
        }
        return bad;
    }

    public static List<String> badEarly() {
        if (badVolatile != null) return badVolatile;
        badVolatile = new ArrayList<>();  // BAD
        return badVolatile;
    }

    public static synchronized List<String> good() {
        if (good == null) good = new ArrayList<>();
        return good;
    }

    public static void goodCaller() {
        synchronized (LazyStatic.class) {
            fill();
        }
    }

    private static void fill() {
        if (held == null) held = new ArrayList<>();  // GOOD: the only caller holds the lock
    }

    public static String value() {
        if (text == null) text = "a" + 1;  // counts less: two equal strings do no harm
        return text;
    }

    private static void init() {
        if (atStart == null) atStart = new ArrayList<>();  // GOOD: only the static initialiser calls this
    }

    public static void main(String[] args) {
        if (inMain == null) inMain = new ArrayList<>();  // GOOD: no other thread yet
    }

    private static List<String> late;
    private static List<String> doubly;
    private static volatile List<String> doublyVolatile;
    private static List<String> swapped;
    private static List<String> fresh;
    private static List<String> explicit;
    private static final Object LOCK = new Object();
    private static Object replaced = new Object();
    private static final java.util.concurrent.locks.Lock JUC = new java.util.concurrent.locks.ReentrantLock();

    public static List<String> late() {
        if (late == null) {
            synchronized (LOCK) {
                late = new ArrayList<>();  // BAD: not tested again
            }
        }
        return late;
    }

    public static List<String> doubly() {
        if (doubly == null) {
            synchronized (LazyStatic.class) {
                if (doubly == null) doubly = new ArrayList<>();  // BAD: not volatile
            }
        }
        return doubly;
    }

    public static List<String> doublyVolatile() {
        if (doublyVolatile == null) {
            synchronized (LOCK) {
                if (doublyVolatile == null) doublyVolatile = new ArrayList<>();  // GOOD
            }
        }
        return doublyVolatile;
    }

    public static List<String> swapped() {
        synchronized (replaced) {
            if (swapped == null) swapped = new ArrayList<>();  // BAD: the lock may be another one
        }
        return swapped;
    }

    public static void swap() { replaced = new Object(); }

    public List<String> perObject() {
        synchronized (this) {
            if (fresh == null) fresh = new ArrayList<>();  // BAD: each object has its own lock
        }
        return fresh;
    }

    public static List<String> explicit() {
        JUC.lock();
        try {
            if (explicit == null) explicit = new ArrayList<>();  // GOOD
            return explicit;
        } finally {
            JUC.unlock();
        }
    }
}

class Jar {
    private final java.util.Map<String, String> cookies = new java.util.HashMap<>();

    synchronized void setCookie(String name, String value) {
        cookies.put(name, value);
    }
}

class Client {
    private volatile Jar jar;
    private volatile String full;
    private static Jar common;

    void cookie(String name, String value) {
        if (jar == null) {
            jar = new Jar();
        }
        jar.setCookie(name, value);
    }

    /** Any of two equal texts does. */
    String full(String a, String b) {
        if (full == null) {
            full = a + b;
        }
        return full;
    }

    static Jar common() {
        if (common == null) {
            common = new Jar();
        }
        return common;
    }
}
