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
        if (bad == null) {  // BAD
            bad = new ArrayList<>();
        }
        return bad;
    }

    public static List<String> badEarly() {
        if (badVolatile != null) return badVolatile;  // BAD
        badVolatile = new ArrayList<>();
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

    public static String goodValue() {
        if (text == null) text = "a" + 1;  // GOOD: two equal strings do no harm
        return text;
    }

    private static void init() {
        if (atStart == null) atStart = new ArrayList<>();  // GOOD: only the static initialiser calls this
    }

    public static void main(String[] args) {
        if (inMain == null) inMain = new ArrayList<>();  // GOOD: no other thread yet
    }
}
