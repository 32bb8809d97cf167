import java.util.*;
import java.util.concurrent.*;
class Primes {
    private final List<Integer> found = new ArrayList<>();
    void search() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        pool.execute(() -> { for (int i = 2; i < 100; i++) found.add(i); });
        pool.shutdown();
        while (!pool.isTerminated()) Thread.sleep(5);
        System.out.println(found.size());
    }
    public static void main(String[] args) throws Exception { new Primes().search(); }
}
