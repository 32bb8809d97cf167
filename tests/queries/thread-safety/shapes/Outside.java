package shapes;

import java.util.Iterator;
import net.jcip.annotations.ThreadSafe;

/** Accesses from inner classes and from other classes. */
@ThreadSafe
public class Outside {
    int open;
    private int inner;
    private int own;

    public synchronized void set(int v) {
        open = v;
        inner = v;
        own = v;
    }

    public Iterator<Integer> iterator() {
        return new Iterator<Integer>() {
            @Override
            public boolean hasNext() {
                return inner > 0; // BAD: inner, without the lock of the outer object
            }

            @Override
            public Integer next() {
                synchronized (Outside.this) {
                    return own;
                }
            }
        };
    }

    private class Part {
        void touch() {
            own++;
        }
    }

    public synchronized void part() {
        new Part().touch();
    }
}

class Neighbour {
    private final Outside outside;

    Neighbour(Outside outside) {
        this.outside = outside;
    }

    public int peek() {
        return outside.open; // BAD
    }

    public int look() {
        synchronized (outside) {
            return outside.open;
        }
    }
}
