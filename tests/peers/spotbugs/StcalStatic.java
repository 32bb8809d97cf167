package spotbugs;

import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;

/** STCAL_INVOKE_ON_STATIC_CALENDAR_INSTANCE, STCAL_INVOKE_ON_STATIC_DATE_FORMAT_INSTANCE, STCAL_STATIC_CALENDAR_INSTANCE, STCAL_STATIC_SIMPLE_DATE_FORMAT_INSTANCE: one format for all. */
class StcalStatic {
    static final Calendar CALENDAR = Calendar.getInstance();
    static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy");

    long bad() {
        CALENDAR.setTimeInMillis(3); // BAD java/thread-unsafe-dateformat
        return CALENDAR.getTimeInMillis();
    }

    String badFormat(Date date) {
        return FORMAT.format(date); // BAD java/thread-unsafe-dateformat
    }

    String good(Date date) {
        return new SimpleDateFormat("yyyy").format(date);
    }
}
