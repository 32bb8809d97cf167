import java.util.Vector;

/** A Vector in a private field, whose lock one method takes for two calls. */
public class Names {
    private final Vector<String> names = new Vector<>();
    private final Vector<String> alone = new Vector<>();

    public void push(String name) {
        names.add(name);
        alone.add(name);
    }

    public String top() {
        if (names.size() > 0) {
            return names.get(names.size() - 1); // BAD
        }
        if (alone.size() > 0) {
            return alone.get(alone.size() - 1); // GOOD: it only grows
        }
        return null;
    }

    public void pop() {
        synchronized (names) {
            if (!names.isEmpty()) {
                names.remove(names.size() - 1);
            }
        }
    }
}
