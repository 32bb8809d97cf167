package four;

import java.util.ArrayList;
import java.util.List;

import org.checkerframework.checker.lock.qual.GuardedBy;
class Listener {}

/** Figure 4: locking on the field. Both hold. */
public class Observable {
  private @GuardedBy("itself") List<Listener> listeners
    = new ArrayList<>();
  public Observable() {}
  public Observable(Observable original) { // copy constr.
    synchronized (original.listeners) {
      listeners.addAll(original.listeners);
    }
  }
  public void register(Listener listener) {
    synchronized (listeners) {
      listeners.add(listener);
    }
  }
  public @GuardedBy("itself") List<Listener> getListeners() {
    synchronized (listeners) {
      return listeners;
    }
  }
}

class Client {
  public static void main(String[] args) {
    Observable original = new Observable();
    original.register(new Listener());
    List<Listener> l = new Observable(original).getListeners();
    synchronized (l) {
      l.clear();
    }
  }
}
