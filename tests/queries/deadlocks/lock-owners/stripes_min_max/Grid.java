package stripes_min_max;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Grid {
    private final Object[] rows = { new Object(), new Object(), new Object() }; private int n;
    void swap(int i, int j) { int lo = Math.min(i, j), hi = Math.max(i, j); synchronized (rows[lo]) { synchronized (rows[hi]) { n++; } } }
    public static void main(String[] a) { Grid g = new Grid(); new Thread(() -> g.swap(0, 1)).start(); new Thread(() -> g.swap(1, 0)).start(); }
}
