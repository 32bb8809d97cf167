import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects that put themselves into a static collection, whoever makes them. */
public class Registered {
    private static final List<Registered> ALL = new ArrayList<>();
    private static final Map<String, Registered> KNOWN = new HashMap<>();
    public static final Registered FIRST = new Registered("first");
    private final String name;

    private Registered(String name) {
        this.name = name;
        KNOWN.put(name, this); // GOOD: only where the class is initialised
    }

    public Registered(int n) {
        name = "n" + n;
        ALL.add(this); // BAD
    }

    public static int count() {
        return ALL.size();
    }

    public static String names() {
        StringBuilder b = new StringBuilder();
        for (Registered r : ALL) {
            b.append(r.name);
        }
        return b.append(KNOWN.get("first")).toString();
    }
}
