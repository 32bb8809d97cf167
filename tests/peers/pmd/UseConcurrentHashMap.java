package pmd;

import java.util.HashMap;
import java.util.Map;

/** UseConcurrentHashMap: a map that one thread uses. */
class UseConcurrentHashMap {
    int bad() {
        Map<String, String> map = new HashMap<>(); // MISSED no other thread has the map
        map.put("a", "b");
        return map.size();
    }
}
