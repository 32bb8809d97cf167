package helpers;

import net.jcip.annotations.ThreadSafe;

/** The helpers call each other; every way in is synchronized. */
@ThreadSafe
public class Recursive {
    private int depth;

    public synchronized void down(int n) {
        even(n);
    }

    private void even(int n) {
        depth++;
        if (n > 0) {
            odd(n - 1);
        }
    }

    private void odd(int n) {
        depth--;
        if (n > 0) {
            even(n - 1);
        }
    }

    private void neverCalled() {
        depth = 0;
    }
}
