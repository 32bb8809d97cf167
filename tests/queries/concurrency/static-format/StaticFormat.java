import java.text.DateFormat;
import java.text.DecimalFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Date;

class StaticFormat {
    private static final DateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");
    static final DecimalFormat NUMBER = new DecimalFormat("0.00");
    private static final DateFormat LOCKED = new SimpleDateFormat("yyyy");
    private static final DateFormat CLONED = new SimpleDateFormat("MM");
    private static final ThreadLocal<DateFormat> OWN =
        ThreadLocal.withInitial(() -> new SimpleDateFormat("dd"));
    private static final String START = CLONED.format(new Date(0));  // GOOD: while the class is initialised

    public static String bad(Date d) {
        return DAY.format(d);  // BAD
    }

    public static Date alsoBad(String s) throws ParseException {
        return DAY.parse(s);
    }

    public String badNumber(double d) {
        return NUMBER.format(d);  // BAD
    }

    public static String good(Date d) {
        synchronized (LOCKED) {
            return LOCKED.format(d);
        }
    }

    public static String goodClone(Date d) {
        return ((DateFormat) CLONED.clone()).format(d);
    }

    public static String goodLocal(Date d) {
        return OWN.get().format(d);
    }
}

/** A program that starts threads, and one that does not. */
class StartsThreads {
    private static final DateFormat YEAR = new SimpleDateFormat("yyyy");

    static class Task implements Runnable {
        @Override public void run() {
            System.out.println(YEAR.format(new Date()));  // BAD
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) new Thread(new Task()).start();
    }
}

class StartsNothing {
    private static final DateFormat YEAR = new SimpleDateFormat("yyyy");

    static class Task {
        void run() {
            System.out.println(YEAR.format(new Date()));  // GOOD: one thread
        }
    }

    public static void main(String[] args) { new Task().run(); }
}
