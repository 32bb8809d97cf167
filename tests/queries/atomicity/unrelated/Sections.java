import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two sections of one lock in a context, and what they have to do with each other. */
class Sections {
  private final Object lock = new Object();
  private final Map<String, Integer> known = new HashMap<>();
  private final Map<String, Integer> private_ = new HashMap<>();
  private final List<String> log = new ArrayList<>();
  private int steps;

  private Integer find(String name) {
    synchronized (lock) {
      return known.get(name);
    }
  }

  private void enter(String name, Integer value) {
    synchronized (lock) {
      known.put(name, value);
    }
  }

  private void note(String text) {
    synchronized (lock) {
      log.add(text);
    }
  }

  private void step() {
    synchronized (lock) {
      steps++;
    }
  }

  /** What was found decides, and others enter without the context. */
  public synchronized void register(String name) {
    if (find(name) == null) {
      enter(name, 1); // BAD
    }
  }

  public void forget(String name) {
    synchronized (lock) {
      known.remove(name);
    }
  }

  /** No value goes from one section to the other. */
  public synchronized void work() {
    note("work");
    step();
    step(); // fine
    note("done");
  }

  private Integer findPrivate(String name) {
    synchronized (lock) {
      return private_.get(name);
    }
  }

  private void enterPrivate(String name) {
    synchronized (lock) {
      private_.put(name, 1);
    }
  }

  /** All that change the map hold the context. */
  public synchronized void registerPrivately(String name) {
    if (findPrivate(name) == null) {
      enterPrivate(name); // fine
    }
  }
}
