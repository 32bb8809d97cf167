import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Orders of the tables of a restaurant: what an Optional does where nothing was found is a second step. */
public class Tables {
    static class Order {
        private final Queue<String> dishes = new ConcurrentLinkedQueue<>();

        void add(String dish) {
            dishes.add(dish);
        }
    }

    private final Map<Integer, Order> orders = new ConcurrentHashMap<>();

    public void order(int table, String dish) {
        Order order = Optional.ofNullable(orders.get(table)).orElseGet(() -> {
            Order made = new Order();
            orders.put(table, made); // BAD: another thread's order is lost
            return made;
        });
        order.add(dish);
    }

    public void orderOrElse(int table, String dish) {
        Order order = Objects.requireNonNullElseGet(orders.get(table), () -> {
            Order made = new Order();
            orders.put(table, made); // BAD
            return made;
        });
        order.add(dish);
    }

    public void orderInBranch(int table, String dish) {
        Order order = orders.get(table);
        if (order == null) {
            order = new Order();
            orders.put(table, order); // BAD
        }
        order.add(dish);
    }

    public void orderOnce(int table, String dish) {
        orders.computeIfAbsent(table, t -> new Order()).add(dish); // GOOD
    }

    public void pay(int table) {
        Optional.ofNullable(orders.remove(table)).ifPresent(o -> o.dishes.clear()); // GOOD: one step takes it out
    }
}
