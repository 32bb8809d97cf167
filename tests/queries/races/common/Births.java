import java.util.ArrayList;
import java.util.List;

/** Constructors that two threads run at the same time. */
class Births {
    static int born; // BAD: counted by constructors
    static final List<String> NAMES = new ArrayList<>(); // BAD
    static int locked; // GOOD
    private static boolean over; // BAD: the loop may never see it
    private static boolean sent; // benign: the loop does other things
    private int age; // GOOD: of the object in the making
    private final List<String> toys = new ArrayList<>(); // GOOD

    Births() {
        born++;
        age++;
        toys.add("bear");
        NAMES.add("x");
        synchronized (Births.class) {
            locked++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> new Births()).start();
        }
        new Thread(() -> {
            while (!over) {
                Thread.onSpinWait();
            }
            while (!sent) {
                System.out.println(new Object());
            }
        }).start();
        over = true;
        sent = true;
    }
}
