import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A class with a name whose main method belongs to an object (JLS 12.1.4). */
class Named {
    int raced = 1;
    int kept;

    Named() { raced = 2; }

    void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(this::work);
        pool.execute(() -> work());
        pool.shutdown();
    }

    void work() {
        raced++;
        synchronized (this) {
            kept++;
        }
    }
}
