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

/** Several formats in an array, a list, a map; a matcher; a calendar that is handed to a driver. */
class KeptFormats {
    private static final DateFormat[] ARRAY = {new SimpleDateFormat("yyyy")};
    private static final java.util.List<DateFormat> LIST = java.util.List.of(new SimpleDateFormat("yyyy"));
    private static final java.util.Map<String, DateFormat> MAP = java.util.Map.of("y", new SimpleDateFormat("yyyy"));
    private static final java.util.List<DateFormat> LOCKED = java.util.List.of(new SimpleDateFormat("yyyy"));
    private static final java.util.Queue<DateFormat> POOL = new java.util.concurrent.ConcurrentLinkedQueue<>();
    private static final java.util.regex.Matcher DIGITS = java.util.regex.Pattern.compile("[0-9]").matcher("");
    private static final java.util.regex.Pattern PATTERN = java.util.regex.Pattern.compile("[0-9]");
    private static final java.util.Calendar ZONE = java.util.Calendar.getInstance();
    private static final java.util.Calendar CLONED = java.util.Calendar.getInstance();

    String badArray(Date d) { return ARRAY[0].format(d); }  // BAD

    String badList(Date d) {
        for (DateFormat f : LIST) {
            if (d.getTime() > 0) return f.format(d);  // BAD
        }
        return "";
    }

    String badMap(Date d) { return MAP.get("y").format(d); }  // BAD

    String goodLocked(Date d) {
        synchronized (LOCKED) {
            return LOCKED.get(0).format(d);
        }
    }

    String goodPool(Date d) {
        DateFormat f = POOL.poll();  // GOOD: it is taken out
        return f == null ? "" : f.format(d);
    }

    boolean badMatcher(String s) { return DIGITS.reset(s).find(); }  // BAD

    boolean goodMatcher(String s) { return PATTERN.matcher(s).find(); }

    void badCalendar(java.sql.PreparedStatement s, java.sql.Timestamp t) throws java.sql.SQLException {
        s.setTimestamp(1, t, ZONE);  // BAD: the driver changes it
    }

    void goodCalendar(java.sql.PreparedStatement s, java.sql.Timestamp t) throws java.sql.SQLException {
        s.setTimestamp(1, t, (java.util.Calendar) CLONED.clone());
    }
}
