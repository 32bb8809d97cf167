import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The content of library objects and the elements of arrays are memory as well. */
public class Containers {
    private final Map<String, String> map = new HashMap<>(); // BAD: get without the lock
    private final Map<String, String> safe = new ConcurrentHashMap<>(); // GOOD
    private final List<String> wrapped = Collections.synchronizedList(new ArrayList<>()); // GOOD
    private final List<String> list = new ArrayList<>(); // BAD: iterated without the lock
    private final List<String> guarded = new ArrayList<>(); // GOOD
    private final int[] numbers = new int[10]; // BAD: an element is read without the lock
    private final int[] guardedNumbers = new int[10]; // GOOD
    private final StringBuilder text = new StringBuilder(); // BAD: appended by everybody

    public void begin() {
        new Thread(this::work).start();
    }

    private synchronized void work() {
        map.put("a", "b");
        safe.put("a", "b");
        wrapped.add("a");
        list.add("a");
        guarded.add("a");
        numbers[0]++;
        guardedNumbers[0]++;
    }

    public String get() {
        safe.get("a");
        wrapped.get(0);
        return map.get("a") + numbers[0];
    }

    public int count() {
        int n = 0;
        for (String s : list) {
            n += s.length();
        }
        return n;
    }

    public synchronized int guardedCount() {
        int n = guardedNumbers[0];
        for (String s : guarded) {
            n += s.length();
        }
        return n;
    }

    public void append(String s) {
        new Thread(() -> text.append(s)).start();
    }

    /** A container that is its own lock, also where it is handed on. */
    public static class Handed {
        private final java.util.Map<String, String> own = new java.util.HashMap<>(); // GOOD: always under its own lock
        private final java.util.Map<String, String> lost = new java.util.HashMap<>(); // BAD: once handed on without it

        public void put(String s) {
            synchronized (own) {
                add(own, s);
            }
            synchronized (lost) {
                give(lost, s);
            }
        }

        public void putLost(String s) {
            new Thread(() -> give(lost, s)).start();
        }

        public int size() {
            synchronized (own) {
                synchronized (lost) {
                    return own.size() + lost.size();
                }
            }
        }

        private void add(java.util.Map<String, String> map, String s) {
            map.put(s, s);
        }

        private void give(java.util.Map<String, String> map, String s) {
            map.put(s, s);
        }
    }

    /** Arrays of no elements hold nothing that threads could race on. */
    public static class Empty {
        private static final String[] NONE = new String[0]; // GOOD
        private static final String[] NEITHER = {}; // GOOD
        private static final String[] ONE = new String[1]; // BAD: both threads write what they are given into it
        private final List<String> names = Collections.synchronizedList(new ArrayList<>());

        public void begin() {
            new Thread(this::all).start();
        }

        public String[] all() {
            names.toArray(NEITHER);
            names.toArray(ONE);
            return names.toArray(NONE);
        }
    }
}
