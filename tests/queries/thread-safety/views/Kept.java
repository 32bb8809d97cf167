import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;

/** Views and iterators that inner classes keep. */
@ThreadSafe
public class Kept {
    private final Map<String, String> names = new HashMap<>();
    private final List<String> lines = new ArrayList<>();

    public synchronized void put(String k, String v) {
        names.put(k, v);
        lines.add(v);
    }

    public synchronized Iterator<String> keys() {
        return new Keys(names.keySet().iterator()); // BAD: steps through the map without the lock
    }

    public synchronized Iterator<String> values() {
        return new Iterator<>() { // BAD
            private final Iterator<String> inner = names.values().iterator();

            @Override
            public boolean hasNext() {
                return inner.hasNext();
            }

            @Override
            public String next() {
                return inner.next();
            }
        };
    }

    public synchronized Iterator<String> copied() {
        return new Keys(new ArrayList<>(names.keySet()).iterator()); // GOOD: of a copy
    }

    private static class Keys implements Iterator<String> {
        private final Iterator<String> inner;

        Keys(Iterator<String> inner) {
            this.inner = inner;
        }

        @Override
        public boolean hasNext() {
            return inner.hasNext();
        }

        @Override
        public String next() {
            return inner.next();
        }
    }
}
