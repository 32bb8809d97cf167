import java.util.List;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;

class Switchboard {
    private final ConcurrentMap<String, List<String>> lines = new ConcurrentHashMap<>();
    public void connect(String town, String caller) {
        List<String> line = lines.get(town);
        if (line == null) {
            line = new CopyOnWriteArrayList<>();
            lines.putIfAbsent(town, line);
        }
        line.add(caller);
    }
}

class LosingMeters {
    private final ConcurrentHashMap<String, AtomicLong> meters = new ConcurrentHashMap<>();
    public AtomicLong meter(String name) {
        AtomicLong fresh = new AtomicLong();
        meters.putIfAbsent(name, fresh);
        return fresh;
    }
}

class MetersAskedAgain {
    private final ConcurrentHashMap<String, AtomicLong> meters = new ConcurrentHashMap<>();
    public AtomicLong meter(String name) {
        meters.putIfAbsent(name, new AtomicLong());
        return meters.get(name);
    }
}

class MetersOfTheFirst {
    private final ConcurrentHashMap<String, AtomicLong> meters = new ConcurrentHashMap<>();
    public AtomicLong meter(String name) {
        AtomicLong fresh = new AtomicLong();
        AtomicLong old = meters.putIfAbsent(name, fresh);
        return old == null ? fresh : old;
    }
}

class Seen {
    private final ConcurrentHashMap<String, Long> first = new ConcurrentHashMap<>();
    public long see(String name) {
        Long now = System.nanoTime();
        first.putIfAbsent(name, now);
        return now;
    }
}

class Doors {
    private final ConcurrentHashMap<String, Object> locks = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Integer> opened = new ConcurrentHashMap<>();
    public void open(String door) {
        Object lock = new Object();
        locks.putIfAbsent(door, lock);
        synchronized (lock) {
            opened.put(door, opened.getOrDefault(door, 0) + 1);
        }
    }
}
