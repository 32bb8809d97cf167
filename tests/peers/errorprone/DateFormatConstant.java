package errorprone;

import java.text.SimpleDateFormat;
import java.util.Date;

/** DateFormatConstant: a format named like a constant. */
class DateFormatConstant {
    private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");

    static String bad(Date date) {
        return DAY.format(date); // BAD java/thread-unsafe-dateformat
    }
}
