package shapes;

import net.jcip.annotations.ThreadSafe;

/** Objects that nobody else knows yet; builders; copies. */
@ThreadSafe
public class Owned implements Cloneable {
    private int a;
    private int[] cells = new int[4];

    public synchronized void set(int v) {
        a = v;
        cells[0] = v;
    }

    public synchronized int get() {
        return a + cells[0];
    }

    public static Owned of(int v) {
        Owned made = new Owned();
        made.a = v;
        made.init();
        return made;
    }

    private void init() {
        cells[1] = 1;
    }

    @Override
    public synchronized Owned clone() {
        try {
            Owned copy = (Owned) super.clone();
            copy.a = 0;
            copy.cells = cells.clone();
            copy.cells[0] = 0;
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public static class Builder {
        private final Owned product = new Owned();

        public Owned build(int v) {
            Owned result = new Owned();
            result.a = v;
            return result;
        }
    }
}
