import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

/** A constructor hands a task over before all fields are set. */
public class Handed {
    private String early;
    private String late;

    public Handed(ExecutorService pool) {
        early = "set";
        pool.execute(() -> System.out.println(early + late));
        late = "perhaps unset"; // Race.
    }
}

class Flagged {
    private final Map<String, Integer> before = new HashMap<>();
    private final Map<String, Integer> after = new HashMap<>();
    private final AtomicBoolean full = new AtomicBoolean();

    private boolean isFull() {
        return full.get();
    }

    void load() {
        before.put("a", 1);
        full.set(true);
        after.put("a", 1); // Race.
    }

    void look() {
        if (isFull()) {
            System.out.println(before.get("a") + after.get("a"));
        }
    }

    public static void main(String[] args) {
        Flagged f = new Flagged();
        new Thread(f::load).start();
        f.look();
    }
}
