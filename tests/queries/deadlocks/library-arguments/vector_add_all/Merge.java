package vector_add_all;

import java.util.Vector;

public class Merge {
    public static void main(String[] args) {
        Vector<String> a = new Vector<>(), b = new Vector<>();
        new Thread(() -> a.addAll(b)).start();
        new Thread(() -> b.addAll(a)).start();
    }
}
