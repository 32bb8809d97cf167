import java.util.*;
interface Listener { void call(); }
class Observable {
    private List<Listener> listeners = new ArrayList<>();
    Observable() {}
    Observable(Observable original) {
        synchronized (original) { listeners = original.listeners; }
    }
    void register(Listener l) {
        synchronized (this) { listeners.add(l); }
    }
    List<Listener> getListeners() {
        synchronized (this) { return listeners; }
    }
}
class Use {
    public static void main(String[] args) {
        Observable a = new Observable();
        Observable b = new Observable(a);
        new Thread(() -> a.register(() -> { })).start();
        new Thread(() -> b.register(() -> { })).start();
    }
}
