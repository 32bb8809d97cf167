package pmd;

import java.text.SimpleDateFormat;
import java.util.Date;

/** UnsynchronizedStaticFormatter: a static format, once with its lock. */
class UnsynchronizedStaticFormatter {
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("HH");

    String bad(Date d) {
        return FORMAT.format(d); // BAD java/thread-unsafe-dateformat
    }

    String good(Date d) {
        synchronized (FORMAT) {
            return FORMAT.format(d);
        }
    }
}
