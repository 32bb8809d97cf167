package three;

import java.util.ArrayList;
import java.util.List;

@interface GuardedBy { String value(); }
class Listener {}

/** Figure 3: locking on the container. By name it holds, by value it does not. */
public class Observable {
  private @GuardedBy("this") List<Listener> listeners
    = new ArrayList<>();
  public Observable() {}
  public Observable(Observable original) { // copy constr.
    synchronized (original) {
      listeners.addAll(original.listeners);
    }
  }
  public void register(Listener listener) {
    synchronized (this) {
      listeners.add(listener);
    }
  }
  public List<Listener> getListeners() {
    synchronized (this) {
      return listeners;
    }
  }
}

class Client {
  public static void main(String[] args) {
    Observable original = new Observable();
    original.register(new Listener());
    List<Listener> l = new Observable(original).getListeners();
    l.clear();
  }
}
