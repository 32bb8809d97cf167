/** Each thread has a desk of its own, which the method makes for it. */
public class Desks {
    private static final class Desk {
        int sheets;
    }

    public void open() {
        Desk first = new Desk();
        Desk second = new Desk();
        new Thread(() -> write(first)).start();
        new Thread(() -> write(second)).start();
    }

    private static void write(Desk desk) {
        desk.sheets++;
    }
}
