import java.util.Collections;
import java.util.List;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Objects that register themselves where they are initialised, before their constructor runs. */
public class Initialised {
    static final Map<Integer, Initialised> ALL = new ConcurrentHashMap<>();

    {
        ALL.put(System.identityHashCode(this), this); // BAD: samples is not there yet
    }

    private double[] samples;

    public Initialised(int n) {
        samples = new double[n];
    }

    public static double sum() {
        double s = 0;
        for (Initialised i : ALL.values()) {
            s += i.samples[0];
        }
        return s;
    }
}

final class Complete {
    static final List<Complete> ALL = Collections.synchronizedList(new ArrayList<>());
    private final int n;

    Complete(int n) {
        this.n = n;
        ALL.add(this); // GOOD: all fields are there, and no class is below
    }

    static int first() {
        return ALL.get(0).n;
    }
}
