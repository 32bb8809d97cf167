package good;

import java.util.ArrayList;
import java.util.List;

/** Writers fill one list, the thread of the object empties the other, and swaps them under the lock. */
public class Commit {
    private final Object lock = new Object();
    private List<String> writing = new ArrayList<>();
    private List<String> reading = new ArrayList<>(); // GOOD: its thread's own until it is swapped back
    private final Thread service = new Thread(this::run);

    void begin() {
        service.start();
    }

    public void put(String s) {
        synchronized (lock) {
            writing.add(s);
            lock.notifyAll();
        }
    }

    private void swap() throws InterruptedException {
        synchronized (lock) {
            while (writing.isEmpty()) {
                lock.wait();
            }
            List<String> filled = writing;
            writing = reading;
            reading = filled;
        }
    }

    private void run() {
        try {
            while (true) {
                swap();
                for (String s : reading) {
                    System.out.println(s);
                }
                reading.clear();
            }
        } catch (InterruptedException e) {
            // The end.
        }
    }

    public static void main(String[] args) {
        Commit c = new Commit();
        c.begin();
        c.put("a");
        new Thread(() -> c.put("b")).start();
    }
}
