package property_listener_outside;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Model {
    private final java.beans.PropertyChangeSupport pcs = new java.beans.PropertyChangeSupport(this); private int v;
    void set(int n) { int o; synchronized (this) { o = v; v = n; } pcs.firePropertyChange("v", o, n); }
    synchronized int get() { return v; }
    static class View implements java.beans.PropertyChangeListener {
        final Model m; int shown; View(Model m) { this.m = m; }
        public synchronized void propertyChange(java.beans.PropertyChangeEvent e) { shown++; }
        synchronized void paint() { shown = m.get(); }
    }
    public static void main(String[] a) { Model m = new Model(); View w = new View(m); m.pcs.addPropertyChangeListener(w); new Thread(() -> m.set(2)).start(); new Thread(w::paint).start(); }
}
