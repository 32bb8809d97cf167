import java.util.*;
import java.util.concurrent.Phaser;
class Part { int size; }
class Assembly {
    public static void main(String[] args) {
        List<Part> parts = new ArrayList<>();
        Phaser phaser = new Phaser(1);
        for (int i = 0; i < 3; i++) {
            Part p = new Part();
            parts.add(p);
            phaser.register();
            new Thread(() -> {
                p.size = 7;
                phaser.arriveAndDeregister();
            }).start();
        }
        phaser.arriveAndAwaitAdvance();
        int all = 0;
        for (Part p : parts) all += p.size;
        System.out.println(all);
    }
}
