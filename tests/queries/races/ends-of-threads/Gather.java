import java.util.*;
public class Gather {
    public static void main(String[] args) throws Exception {
        Set<String> names = new TreeSet<>();
        Thread t = new Thread(() -> {
            for (int i = 0; i < 1_000_000; i++) names.add("n" + i);
        });
        t.start();
        t.join(50);
        for (String n : names) System.out.println(n);
    }
}
