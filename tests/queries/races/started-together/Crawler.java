public class Crawler {
    private static final class Stats {
        int pages;
        void page() { pages++; }
    }
    private final Stats stats = new Stats();
    public void crawl() throws InterruptedException {
        Thread a = new Thread(this::visit);
        Thread b = new Thread(this::visit);
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(stats.pages);
    }
    private void visit() {
        for (int i = 0; i < 1000; i++) {
            stats.page();
        }
    }
}
