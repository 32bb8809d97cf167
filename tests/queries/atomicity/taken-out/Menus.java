import java.util.ArrayList;
import java.util.List;

/** Dishes, each call on which takes its lock. */
class Menu {
    private final List<String> dishes = new ArrayList<>();
    private int served;

    void add(String dish) {
        synchronized (dishes) {
            dishes.add(dish);
        }
    }

    String[] all() {
        synchronized (dishes) {
            return dishes.toArray(new String[0]);
        }
    }

    int size() {
        synchronized (dishes) {
            return dishes.size();
        }
    }

    void removeDish(String dish) {
        synchronized (dishes) {
            dishes.remove(dish);
        }
    }

    void removeAt(int i) {
        synchronized (dishes) {
            dishes.remove(i);
        }
    }

    void removeKnown(String dish) {
        synchronized (dishes) {
            if (!dishes.remove(dish)) {
                throw new IllegalStateException(dish);
            }
        }
    }
}

class Kitchen {
    private final Menu menu;

    Kitchen(Menu menu) {
        this.menu = menu;
    }

    /** Where a dish is gone already, nothing is left to do. */
    synchronized void close() {
        String[] dishes = menu.all();
        for (int i = 0; i < dishes.length; i++) {
            menu.removeDish(dishes[i]);
        }
    }

    /** With the other loop. */
    synchronized void closeEach() {
        for (String dish : menu.all()) {
            menu.removeDish(dish);
        }
    }

    /** By number: the last one may be another one, or none. */
    synchronized void dropLast() {
        int n = menu.size();
        if (n > 0) {
            menu.removeAt(n - 1);
        }
    }

    /** Who does not find it throws. */
    synchronized void dropAll() {
        String[] dishes = menu.all();
        for (int i = 0; i < dishes.length; i++) {
            menu.removeKnown(dishes[i]);
        }
    }
}
