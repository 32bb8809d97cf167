import java.util.*;
import java.util.concurrent.*;
class Crawler {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    List<String> crawl() throws Exception {
        List<String> pages = new ArrayList<>();
        Future<?> f = pool.submit(() -> {
            for (int i = 0; i < 100; i++) pages.add("p" + i);
        });
        try {
            f.get(1, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            System.err.println("late");
        }
        pages.sort(null);
        return pages;
    }
    public static void main(String[] args) throws Exception { System.out.println(new Crawler().crawl()); }
}
