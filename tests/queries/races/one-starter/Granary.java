import java.util.HashMap;
import java.util.Map;

/** The method that makes the object starts both threads: what they do is surer than what callers from outside may do. */
public class Granary {
    private final Object north = new Object();
    private final Object south = new Object();
    private final Map<String, Integer> sacks = new HashMap<>();
    private final Map<String, Integer> carts = new HashMap<>();

    public void add(int side, String grain) {
        Object door;
        switch (side) {
            case 0:
                door = north;
                break;
            default:
                door = south;
                break;
        }
        synchronized (door) {
            sacks.merge(grain, 1, Integer::sum); // BAD: two doors
        }
    }

    public void send(String grain) {
        synchronized (south) {
            carts.merge(grain, 1, Integer::sum);
        }
    }

    public static void main(String[] args) {
        Granary g = new Granary();
        new Thread(() -> { g.add(0, "rye"); g.send("rye"); }).start();
        new Thread(() -> { g.add(1, "oats"); g.send("oats"); }).start();
    }
}
