import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;

public class Restored {
    private static final Object LOCK = new Object();

    public static void in(InputStream other, Runnable r) {
        InputStream before = System.in;
        if (other != null) {
            System.setIn(other);
        }
        try {
            r.run();
        } finally {
            System.setIn(before); // BAD
        }
    }

    public static String shown(double d) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.ROOT);
        try {
            return String.format("%f", d);
        } finally {
            Locale.setDefault(before); // BAD
        }
    }

    public static void out(PrintStream other, Runnable r) {
        synchronized (LOCK) {
            PrintStream before = System.out;
            System.setOut(other);
            try {
                r.run();
            } finally {
                System.setOut(before); // GOOD: one lock for all who do so
            }
        }
    }

    public static void property(String value, Runnable r) {
        String before = System.getProperty("mode");
        System.setProperty("mode", value);
        r.run();
        System.setProperty("mode", before); // BAD
    }

    public static void once(PrintStream other) {
        PrintStream before = System.err;
        System.setErr(other); // GOOD: for good
        before.println("moved");
    }
}
