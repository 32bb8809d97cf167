package app;

public class Main {
    public static final Object DOOR = new Object();
    public static final Object TILL = new Object();
    public static int opened;

    public static void main(String[] args) {
        new Thread(east.Desk::open).start();
        new Thread(west.Desk::close).start();
    }
}
