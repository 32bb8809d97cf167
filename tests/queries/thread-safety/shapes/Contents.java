package shapes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

/** What a field holds, apart from the reference to it. */
@ThreadSafe
public class Contents {
    private final List<String> lines = new ArrayList<>();
    private final int[] slots = new int[8];
    private final int[] filled = new int[8];
    private final List<String> constant = List.of("a", "b");

    public synchronized void add(String line) {
        lines.add(line);
    }

    public boolean same(List<String> other) {
        return lines == other;
    }

    public int length() {
        return slots.length;
    }

    public synchronized void store(int v) {
        final int[] s = slots;
        s[0] = v;
    }

    public void fill() {
        Arrays.fill(filled, 1); // BAD
    }

    public int first() {
        return filled[0];
    }

    public String constant() {
        return constant.get(0);
    }
}
