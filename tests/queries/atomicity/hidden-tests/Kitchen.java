import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Cooks who take orders from one queue, and a dishwasher who is alone. */
public class Kitchen {
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> dishes = new ConcurrentLinkedQueue<>();

    public void open(int cooks) {
        for (int i = 0; i < cooks; i++) {
            new Thread(this::cook).start();
        }
        for (int i = 0; i < cooks; i++) {
            new Thread(() -> taste()).start();
        }
        new Thread(this::wash).start();
    }

    public void order(Runnable r) {
        orders.add(r);
        dishes.add(r);
    }

    private void cook() {
        while (!orders.isEmpty()) {
            orders.poll().run(); // BAD: another cook may have taken the last one
        }
    }

    private void taste() {
        while (!orders.isEmpty()) {
            orders.poll().run(); // BAD
        }
    }

    private void wash() {
        while (!dishes.isEmpty()) {
            dishes.poll().run(); // GOOD enough: one thread takes dishes out
        }
    }
}
