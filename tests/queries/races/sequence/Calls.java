import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Methods that anybody may call at any time, each with an object of its own. */
public class Calls {
    public static int joined(List<Integer> prices) throws InterruptedException {
        int[] sum = {0}; // GOOD: the thread has ended
        Thread t = new Thread(() -> {
            for (int p : prices) {
                sum[0] += p;
            }
        });
        t.start();
        t.join();
        return sum[0];
    }

    public static int unjoined(List<Integer> prices) {
        int[] sum = {0}; // BAD
        new Thread(() -> {
            for (int p : prices) {
                sum[0] += p;
            }
        }).start();
        return sum[0];
    }

    public static int impatient(int price) throws InterruptedException {
        int[] sum = new int[1]; // BAD: the thread may still run after a second
        Thread t = new Thread(() -> sum[0] = price);
        t.start();
        t.join(1000);
        return sum[0];
    }

    public static Map<String, Integer> pooled(List<String> names) throws InterruptedException {
        Map<String, Integer> first = new HashMap<>(); // GOOD: one task
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> first.put("a", 1));
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        first.put("b", 2);
        return first;
    }

    public static List<String> inTurn(List<String> names) {
        List<String> out = new ArrayList<>(); // GOOD: one after the other
        for (String n : names) {
            CompletableFuture.runAsync(() -> out.add(n)).join();
        }
        out.add("end");
        return out;
    }

    public static List<String> two() throws InterruptedException {
        List<String> out = new ArrayList<>(); // BAD: the second starts before the first has ended
        Thread a = new Thread(() -> out.add("a"));
        Thread b = new Thread(() -> out.add("b"));
        a.start();
        b.start();
        a.join();
        b.join();
        return out;
    }

    public static List<String> closed(List<String> names) {
        List<String> out = new ArrayList<>(); // GOOD
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            pool.submit(() -> out.add("a"));
        }
        out.addAll(names);
        return out;
    }
}
