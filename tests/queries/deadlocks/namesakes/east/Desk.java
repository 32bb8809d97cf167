package east;

import app.Main;

public class Desk {
    private static final Object gate = new Object();

    public static void open() {
        synchronized (gate) { // no gate for the other desk: that has a lock of its own
            synchronized (Main.DOOR) {
                synchronized (Main.TILL) {
                    Main.opened++;
                }
            }
        }
    }
}
