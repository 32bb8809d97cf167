package stripes_both_orders;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Grid {
    private final Object[] rows = { new Object(), new Object(), new Object() }; private int n;
    void swap(int i, int j) { synchronized (rows[i]) { synchronized (rows[j]) { n++; } } }
    public static void main(String[] a) { Grid g = new Grid(); new Thread(() -> g.swap(0, 1)).start(); new Thread(() -> g.swap(1, 0)).start(); }
}
