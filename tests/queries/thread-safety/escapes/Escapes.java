package escapes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jcip.annotations.ThreadSafe;

/** Objects behind fields that others get hold of. */
@ThreadSafe
public class Escapes {
    private final List<String> names = new ArrayList<>();
    private final List<String> copied = new ArrayList<>();
    private final int[] slots;
    private final int[] own;
    private Map<String, String> swapped = new HashMap<>();

    public Escapes(int[] slots, int[] own) {
        this.slots = slots; // BAD
        this.own = own.clone();
    }

    public synchronized void add(String name) {
        names.add(name);
        copied.add(name);
        slots[0]++;
        own[0]++;
        swapped.put(name, name);
    }

    public synchronized List<String> names() {
        return names; // BAD
    }

    public synchronized List<String> copied() {
        return new ArrayList<>(copied);
    }

    public synchronized Map<String, String> take() {
        Map<String, String> taken = swapped;
        swapped = new HashMap<>();
        return taken;
    }

    synchronized List<String> inPackage() {
        return names;
    }
}

/** There is no copy of a stream: who makes the writer hands it over. */
@ThreadSafe
class Writer {
    private final java.io.ByteArrayOutputStream out;

    public Writer(java.io.ByteArrayOutputStream out) {
        this.out = out;
    }

    public synchronized void write(int b) {
        out.write(b);
    }
}
