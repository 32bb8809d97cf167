package nameless;

/** What has no name has a lock of its own: two anonymous classes, and a lambda that locks the object around it. */
public class Booth {
    static class Count {
        int apart;
        int together;
    }

    private final Count count = new Count();

    void open() {
        new Thread(new Runnable() {
            @Override public synchronized void run() { count.apart++; }
        }).start();
        new Thread(new Runnable() {
            @Override public synchronized void run() { count.apart++; }
        }).start();
        new Thread(() -> {
            synchronized (this) { count.together++; }
        }).start();
        new Thread(new Runnable() {
            @Override public void run() {
                synchronized (Booth.this) { count.together++; }
            }
        }).start();
    }

    public static void main(String[] args) { new Booth().open(); }
}
