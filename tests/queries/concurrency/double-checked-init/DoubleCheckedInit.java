import java.util.HashMap;
import java.util.Map;

class DoubleCheckedInit {
    private volatile Map<String, Integer> table;
    private volatile Map<String, Integer> finished;
    private volatile int[] cells;
    private volatile Thread worker;

    Map<String, Integer> bad() {
        if (table == null) {
            synchronized (this) {
                if (table == null) {
                    table = new HashMap<>();
                    table.put("a", 1);  // BAD
                    table.put("b", 2);
                }
            }
        }
        return table;
    }

    int[] badElement() {
        if (cells == null) {
            synchronized (this) {
                if (cells == null) {
                    cells = new int[3];
                    cells[0] = 1;  // BAD
                }
            }
        }
        return cells;
    }

    Map<String, Integer> badThroughLocal() {
        if (table == null) {
            synchronized (this) {
                if (table == null) {
                    Map<String, Integer> made = new HashMap<>();
                    table = made;
                    made.clear();  // BAD
                }
            }
        }
        return table;
    }

    Map<String, Integer> good() {
        if (finished == null) {
            synchronized (this) {
                if (finished == null) {
                    Map<String, Integer> made = new HashMap<>();
                    made.put("a", 1);
                    finished = made;
                }
            }
        }
        return finished;
    }

    int tricky() {
        if (finished == null) {
            synchronized (this) {
                if (finished == null) {
                    finished = new HashMap<>();
                    return finished.size();  // GOOD: changes nothing
                }
            }
        }
        return 0;
    }
}
