package silent.shelf;

import java.util.HashMap;
import java.util.Map;

/** Check and act hold one lock. */
public class Shelf {
    private final Map<String, Integer> books = new HashMap<>();

    public synchronized void put(String title) {
        Integer known = books.get(title);
        books.put(title, known == null ? 1 : known + 1);
    }
}
