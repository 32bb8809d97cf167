import java.util.*;
import java.util.concurrent.CountDownLatch;
public class Tally {
    public static void main(String[] args) throws Exception {
        List<Integer> odd = new ArrayList<>();
        CountDownLatch latch = new CountDownLatch(1);
        Object lock = new Object();
        for (int i = 0; i < 2; i++) {
            int k = i;
            new Thread(() -> {
                synchronized (lock) {
                    odd.add(k);
                }
                latch.countDown();
            }).start();
        }
        latch.await();
        System.out.println(odd.size());
    }
}
