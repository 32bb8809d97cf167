import java.util.*;
class Promise {
    private final Object lock = new Object();
    private Object result;
    private List<Runnable> listeners;
    void addListener(Runnable r) {
        boolean now = false;
        synchronized (lock) {
            if (result != null) now = true;
            else {
                if (listeners == null) listeners = new ArrayList<>();
                listeners.add(r);
            }
        }
        if (now) r.run();
    }
    void set(Object value) {
        synchronized (lock) {
            if (result != null) return;
            result = value;
            lock.notifyAll();
        }
        tell();
    }
    private void tell() {
        if (listeners != null) for (Runnable r : listeners) r.run();
    }
    public static void main(String[] args) {
        Promise p = new Promise();
        new Thread(() -> p.set("x")).start();
        p.addListener(() -> System.out.println("done"));
    }
}
