package east;

import app.Main;
import java.util.List;

public class Desk {
    private static final Object lock = new Object();

    public static void enter(List<String> book, String name) {
        synchronized (lock) {
            book.add(name); // BAD: the other desk has a lock of its own
        }
    }

    public static synchronized void count() {
        Main.visitors++; // BAD: each class is its own lock
    }

    public static void pay(int amount) {
        synchronized (Main.TILL) {
            Main.paid += amount; // GOOD: one lock
        }
    }
}
