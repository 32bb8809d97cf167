package west;

import app.Main;

public class Desk {
    private static final Object gate = new Object();

    public static void close() {
        synchronized (gate) {
            synchronized (Main.TILL) {
                synchronized (Main.DOOR) {
                    Main.opened--;
                }
            }
        }
    }
}
