import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** What is made before tasks are started in a loop is one for all of them; what the loop makes is not. */
public class Jobs {
    static class Total {
        int sum; // BAD: by common()
        int part; // GOOD: one for each round
    }

    private int done; // BAD: of this

    public void list(List<String> names) {
        List<String> all = new ArrayList<>();
        for (String n : names) {
            List<String> one = new ArrayList<>();
            new Thread(() -> {
                all.add(n); // BAD
                one.add(n); // GOOD
            }).start();
        }
    }

    public void common(ExecutorService pool) {
        Total total = new Total();
        int i = 0;
        while (i++ < 10) {
            Total mine = new Total();
            pool.execute(new Runnable() {
                @Override
                public void run() {
                    total.sum += 2;
                    mine.part += 2;
                }
            });
        }
    }

    public void stream() {
        Map<Integer, Integer> map = new HashMap<>();
        IntStream.range(0, 9).forEach(n -> CompletableFuture.runAsync(() -> map.put(n, n))); // BAD
    }

    public void mine() {
        for (int i = 0; i < 4; i++) {
            new Thread(this::count).start();
        }
    }

    private void count() {
        done += 3;
    }

    public void two() {
        int[] hits = new int[1];
        Runnable task = () -> hits[0]++; // BAD
        new Thread(task).start();
        new Thread(task).start();
    }
}
