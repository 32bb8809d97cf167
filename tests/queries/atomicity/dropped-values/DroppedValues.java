import java.util.*;
import java.util.concurrent.*;

class Rooms {
    private final ConcurrentHashMap<String, Set<String>> rooms = new ConcurrentHashMap<>();
    public void enter(String room, String who) {
        rooms.computeIfAbsent(room, r -> ConcurrentHashMap.newKeySet()).add(who);
    }
    public void leave(String room, String who) {
        Set<String> in = rooms.get(room);
        if (in != null) {
            in.remove(who);
            if (in.isEmpty()) rooms.remove(room);
        }
    }
}

class RoomsByValue {
    private final ConcurrentHashMap<String, Set<String>> rooms = new ConcurrentHashMap<>();
    public void enter(String room, String who) {
        rooms.computeIfAbsent(room, r -> ConcurrentHashMap.newKeySet()).add(who);
    }
    public void leave(String room, String who) {
        Set<String> in = rooms.get(room);
        if (in != null) {
            in.remove(who);
            if (in.size() == 0) rooms.remove(room, in);
        }
    }
}

class RoomsByCompute {
    private final ConcurrentHashMap<String, Set<String>> rooms = new ConcurrentHashMap<>();
    public void enter(String room, String who) {
        rooms.compute(room, (r, in) -> {
            Set<String> set = in == null ? new HashSet<>() : in;
            set.add(who);
            return set;
        });
    }
    public void leave(String room, String who) {
        rooms.computeIfPresent(room, (r, in) -> {
            in.remove(who);
            return in.isEmpty() ? null : in;
        });
    }
}
