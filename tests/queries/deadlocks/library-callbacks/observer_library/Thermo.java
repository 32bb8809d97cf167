package observer_library;

import java.util.Observable;
import java.util.Observer;

public class Thermo extends Observable {
    private int t;
    public synchronized void set(int t) { this.t = t; setChanged(); notifyObservers(); }
    public synchronized int get() { return t; }
    public static void main(String[] args) {
        Thermo th = new Thermo();
        Panel p = new Panel(th);
        th.addObserver(p);
        new Thread(() -> th.set(3)).start();
        new Thread(p::paint).start();
    }
}
class Panel implements Observer {
    private final Thermo th;
    private int shown;
    Panel(Thermo th) { this.th = th; }
    public synchronized void update(Observable o, Object arg) { shown++; }
    public synchronized void paint() { shown = th.get(); }
}
