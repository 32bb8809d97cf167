package iterators;

import java.util.Arrays;
import java.util.Iterator;
import javax.annotation.concurrent.ThreadSafe;

/** Iterators in inner classes, which read what the outer object guards. */
@ThreadSafe
public class Ring implements Iterable<String> {
    private String[] slots = new String[8];
    private int count;

    public synchronized void add(String s) {
        if (count == slots.length) {
            slots = Arrays.copyOf(slots, count * 2);
        }
        slots[count++] = s;
    }

    @Override
    public Iterator<String> iterator() {
        return new Iterator<>() {
            private int at;

            @Override
            public boolean hasNext() {
                return at < count; // BAD
            }

            @Override
            public String next() {
                return slots[at++]; // BAD
            }
        };
    }

    public Iterator<String> copied() {
        final String[] copy;
        synchronized (this) {
            copy = Arrays.copyOf(slots, count);
        }
        return new Iterator<>() { // GOOD
            private int at;

            @Override
            public boolean hasNext() {
                return at < copy.length;
            }

            @Override
            public String next() {
                return copy[at++];
            }
        };
    }

    public Iterator<String> locked() {
        return new Iterator<>() { // GOOD
            private int at;

            @Override
            public boolean hasNext() {
                synchronized (Ring.this) {
                    return at < count;
                }
            }

            @Override
            public String next() {
                synchronized (Ring.this) {
                    return slots[at++];
                }
            }
        };
    }
}
