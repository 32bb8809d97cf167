package synchronized_lists_add_all;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Lists {
    public static void main(String[] z) {
        List<String> a = Collections.synchronizedList(new ArrayList<>());
        List<String> b = Collections.synchronizedList(new ArrayList<>());
        new Thread(() -> a.addAll(b)).start();
        new Thread(() -> b.addAll(a)).start();
    }
}
