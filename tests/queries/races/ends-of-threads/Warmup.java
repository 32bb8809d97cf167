import java.util.*;
import java.util.concurrent.CountDownLatch;
class Warmup {
    private final Map<String, String> table = new HashMap<>();
    private final CountDownLatch ready = new CountDownLatch(1);
    void start() {
        new Thread(() -> {
            ready.countDown();
            table.put("x", "1");
        }).start();
    }
    String read(String k) throws InterruptedException {
        ready.await();
        return table.get(k);
    }
    public static void main(String[] args) throws Exception {
        Warmup w = new Warmup();
        w.start();
        System.out.println(w.read("x"));
    }
}
