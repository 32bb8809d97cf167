package codeql;

import java.text.DateFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;

/** java/thread-unsafe-dateformat: many threads parse by one format. */
class DateFormatThreadUnsafe {
    static class Task implements Runnable {
        public static final DateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd");

        @Override public void run() {
            for (int i = 0; i < 5; i++) {
                try {
                    System.out.println(FORMAT.parse("2020-02-02")); // BAD java/thread-unsafe-dateformat java/race
                } catch (ParseException e) {
                    return;
                }
            }
        }
    }

    static class GoodTask implements Runnable {
        private final DateFormat format = new SimpleDateFormat("yyyy-MM-dd");

        @Override public void run() {
            for (int i = 0; i < 5; i++) {
                try {
                    System.out.println(format.parse("2020-02-02"));
                } catch (ParseException e) {
                    return;
                }
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(new Task()).start();
            new Thread(new GoodTask()).start();
        }
    }
}
