package sonar;

import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;

/** S2885: static objects that are not thread-safe. */
class S2885 {
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("HH");
    private static final Calendar CALENDAR = Calendar.getInstance();

    String bad(Date d) {
        CALENDAR.setTime(d); // BAD java/thread-unsafe-dateformat
        return FORMAT.format(d); // BAD java/thread-unsafe-dateformat
    }
}
