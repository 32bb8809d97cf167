import java.lang.ref.*;
import java.lang.ref.WeakReference;
import java.util.*;

class TracesAskedTwice {
    private final List<WeakReference<StringBuilder>> traces = new ArrayList<>();
    public synchronized List<StringBuilder> live() {
        List<StringBuilder> out = new ArrayList<>();
        for (WeakReference<StringBuilder> ref : traces) {
            if (ref.get() != null) {
                out.add(ref.get());
            }
        }
        return out;
    }
    public synchronized void add(StringBuilder b) { traces.add(new WeakReference<>(b)); }
}

class Traces {
    private final List<WeakReference<StringBuilder>> traces = new ArrayList<>();
    public synchronized List<StringBuilder> live() {
        List<StringBuilder> out = new ArrayList<>();
        for (WeakReference<StringBuilder> ref : traces) {
            StringBuilder b = ref.get();
            if (b != null) { out.add(b); }
        }
        return out;
    }
    public synchronized void add(StringBuilder b) { traces.add(new WeakReference<>(b)); }
}

class Cache {
    private SoftReference<StringBuilder> ref = new SoftReference<>(null);
    public synchronized int size() {
        StringBuilder b = ref.get();
        if (b == null) { b = new StringBuilder("x"); ref = new SoftReference<>(b); }
        return ref.get() == b ? b.length() : 0;
    }
}
