import java.util.ArrayList;
import java.util.List;

/** inferred/Inferred.java with the edits of java/inferred-race-type: the results are equal, and there are no more edits. */
public class Written {
  private static class Link/*#<ghost Written inferred>*/ {
    int value /*# guarded_by inferred.lock */;
    Link next;

    void increment() /*# requires inferred.lock */ {
      value++;
    }
  }

  private final Object lock = new Object();
  private Link first /*# guarded_by lock */;
  private int size /*# guarded_by lock */;
  private int races;
  private List<String> names /*# guarded_by this */ = new ArrayList<>();

  public void add(int value) {
    synchronized (lock) {
      Link link = new Link();
      link.value = value;
      link.next = first;
      first = link;
      count();
    }
  }

  /** Each caller holds the lock. */
  private void count() /*# requires lock */ {
    size++;
    first.increment();
  }

  public int sum() {
    synchronized (lock) {
      int sum = 0;
      for (Link link = first; link != null; link = link.next) {
        sum += link.value;
      }
      return sum + size;
    }
  }

  public synchronized void name(String name) {
    names.add(name);
    races++;
  }

  public synchronized int races() {
    return races;
  }

  public int racesNow() {
    return races;                     // wrong
  }

  public List<String> names() {
    return names;                     // wrong: what it holds is guarded
  }

  /** Nothing of this class leaves the thread that makes it. */
  private static class Counter {
    int n;

    void up() {
      n++;
    }
  }

  public int local() {
    Counter counter = new Counter();
    counter.up();
    return counter.n;
  }
}

/** Nothing protects this, though two threads use it. */
class Unprotected implements Runnable {
  private int n;

  @Override public void run() {
    n++;                              // wrong
  }

  static void start() {
    Unprotected u = new Unprotected();
    new Thread(u).start();
    new Thread(u).start();
  }
}

/** Accepted, for what is said and not checked. */
class Assumed {
  private int n /*# guarded_by this */;

  synchronized void set(int value) {
    n = value;
  }

  int about() {
    return n; /*# no_warn race */
  }
}
