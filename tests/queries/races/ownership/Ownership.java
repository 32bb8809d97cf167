import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What a thread does to an object that nobody else knows yet is no race. */
public class Ownership {
    static class Task {
        int size; // GOOD: set before the object is handed over
        int late; // BAD: set when it has been handed over
        int inInit; // GOOD: set by a method that is called before
        int inConstructor; // GOOD

        Task() {
            inConstructor = 1;
            prepare();
        }

        private void prepare() {
            inConstructor++;
        }

        void init() {
            inInit = 1;
        }

        int sum() {
            return size + late + inInit + inConstructor;
        }
    }

    private final BlockingQueue<Task> queue = new LinkedBlockingQueue<>();
    private static Task latest;

    public void submit(int n) {
        Task task = new Task();
        task.size = n;
        task.init();
        latest = task;
        queue.add(task);
        task.late = n;
    }

    public void begin() {
        new Thread(() -> {
            try {
                System.out.println(queue.take().sum());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }).start();
        new Thread(() -> System.out.println(latest.sum())).start();
    }

    static class Channel {
        int size; // GOOD: set before the map has it, or else under the lock
        int lost; // BAD: set when the map has it
    }

    private final java.util.concurrent.ConcurrentHashMap<String, Channel> channels =
        new java.util.concurrent.ConcurrentHashMap<>();

    public void getOrMake(String key) {
        Channel channel = channels.get(key);
        if (channel == null) {
            channel = new Channel();
            channel.size = 1;
            channels.put(key, channel);
        }
        channel.lost = channel.lost * 2 + 1;
        synchronized (channel) {
            channel.size += 2;
        }
    }

    public int sizeOf(String key) {
        Channel channel = channels.get(key);
        synchronized (channel) {
            return channel.size + channel.lost;
        }
    }
}
