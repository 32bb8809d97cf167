package report.wardrobe;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Counts with two calls of a map that is safe in each. */
public class Wardrobe {
    private final ConcurrentMap<String, Integer> coats = new ConcurrentHashMap<>();

    public void hang(String owner) {
        Integer known = coats.get(owner);
        coats.put(owner, known == null ? 1 : known + 1);
    }
}
