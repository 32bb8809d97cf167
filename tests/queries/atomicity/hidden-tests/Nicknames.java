import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Names that may be taken once: a search through all of them is a look. */
public class Nicknames {
    private final ConcurrentMap<Integer, String> names = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Integer> byName = new ConcurrentHashMap<>();

    public boolean take(int id, String name) {
        if (names.values().stream().noneMatch(n -> n.equals(name))) {
            names.put(id, name); // BAD: two may find the name free
            return true;
        }
        return false;
    }

    public boolean takeUnlessLong(int id, String name) {
        if (names.values().stream().map(String::length).anyMatch(n -> n > 100)) {
            return false;
        }
        names.put(id, name); // BAD
        return true;
    }

    public boolean takeOnce(int id, String name) {
        return byName.putIfAbsent(name, id) == null; // GOOD
    }

    public void leave(int id) {
        names.remove(id);
    }
}
