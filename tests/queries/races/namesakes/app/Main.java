package app;

import java.util.ArrayList;
import java.util.List;

/** Two classes of one name, in two packages. */
public class Main {
    public static final Object TILL = new Object();
    public static int visitors;
    public static int paid;

    public static void main(String[] args) {
        List<String> book = new ArrayList<>();
        new Thread(() -> {
            east.Desk.enter(book, "Ann");
            east.Desk.count();
            east.Desk.pay(1);
        }).start();
        new Thread(() -> {
            west.Desk.enter(book, "Bob");
            west.Desk.count();
            west.Desk.pay(2);
        }).start();
    }
}
