import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class Crew {
    private final List<String> hands = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Integer> shifts = Collections.synchronizedMap(new HashMap<>());
    private final List<String> guarded = Collections.synchronizedList(new ArrayList<>());
    private final List<String> fixed = Collections.synchronizedList(new ArrayList<>());

    public Crew() {
        fixed.add("captain");
    }

    public void join(String hand) {
        hands.add(hand);
        shifts.put(hand, 0);
        guarded.add(hand);
    }

    public String all() {
        StringBuilder s = new StringBuilder();
        for (String hand : hands) { // BAD
            s.append(hand);
        }
        return s.toString();
    }

    public int total() {
        Set<Map.Entry<String, Integer>> entries = shifts.entrySet();
        return entries.stream().mapToInt(Map.Entry::getValue).sum(); // BAD
    }

    public int letters() {
        int n = 0;
        synchronized (guarded) {
            for (String hand : guarded) { // GOOD: the lock of the list
                n += hand.length();
            }
        }
        for (String hand : fixed) { // GOOD: nobody changes it any more
            n += hand.length();
        }
        for (String hand : hands.toArray(new String[0])) { // GOOD: a copy
            n += hand.length();
        }
        return n;
    }
}
