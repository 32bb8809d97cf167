package report.diary;

import java.util.ArrayList;
import java.util.List;

/** Two threads add to one list. */
public class Diary {
    private static final List<String> PAGES = new ArrayList<>();

    public static void main(String[] args) throws InterruptedException {
        Thread morning = new Thread(() -> PAGES.add("coffee"));
        Thread evening = new Thread(() -> PAGES.add("tea"));
        morning.start();
        evening.start();
        morning.join();
        evening.join();
    }
}
