package depot;

import java.util.*;
import javax.annotation.concurrent.GuardedBy;

class Depot {
  private final Object lock = new Object();
  @GuardedBy("lock") private final List<String> crates = new ArrayList<>();
  @GuardedBy("lock") private List<String> queue = new ArrayList<>();
  private List<String> other;
  private List<String> guardedOther;

  void afterwards() {
    List<String> c;
    synchronized (lock) { c = crates; }
    c.add("x"); // BAD
  }
  void inside() {
    synchronized (lock) { List<String> c = crates; c.add("x"); }
  }
  void movedOut() {
    List<String> mine;
    synchronized (lock) { mine = queue; queue = new ArrayList<>(); }
    mine.add("x");
  }
  void copied() {
    List<String> c;
    synchronized (lock) { c = new ArrayList<>(crates); }
    c.add("x");
  }
  void argument() {
    List<String> c;
    synchronized (lock) { c = crates; }
    count(c); // BAD
  }
  private int count(List<String> l) { return l.size(); }
  void argumentHeld() {
    synchronized (lock) { held(crates); }
  }
  private int held(List<String> l) { return l.size(); }
  void stored() {
    synchronized (lock) { other = crates; } // BAD
  }
  void usesStored() { other.clear(); }
  void storedAndHeld() {
    synchronized (lock) { guardedOther = crates; }
  }
  void usesHeld() { synchronized (lock) { guardedOther.clear(); } }
  public List<String> crates() { synchronized (lock) { return crates; } } // BAD
  public List<String> copy() { synchronized (lock) { return new ArrayList<>(crates); } }
  List<String> forPackage() { synchronized (lock) { return queue; } } // BAD
  static void user(Depot d) { d.forPackage().add("x"); }
}

class Keeper {
  @GuardedBy("this") private final List<String> kept;
  Keeper(List<String> given) { kept = given; }
  synchronized void add(String s) { kept.add(s); }
}
class Safe {
  @GuardedBy("this") private final List<String> kept;
  Safe(List<String> given) { kept = new ArrayList<>(given); }
  synchronized void add(String s) { kept.add(s); }
}
class Setter {
  @GuardedBy("this") private List<String> kept;
  synchronized void set(List<String> given) { kept = given; }
  synchronized void add(String s) { kept.add(s); }
}
class Giver {
  public Keeper giveAndUse() {
    List<String> l = new ArrayList<>();
    l.add("before");
    Keeper k = new Keeper(l); // BAD
    l.add("after");
    return k;
  }
  public Keeper giveOnly() {
    List<String> l = new ArrayList<>();
    l.add("before");
    return new Keeper(l);
  }
  public Safe giveToSafe() {
    List<String> l = new ArrayList<>();
    Safe k = new Safe(l);
    l.add("after");
    return k;
  }
  public void giveToSetter(Setter s) {
    List<String> l = new ArrayList<>();
    s.set(l); // BAD
    l.clear();
  }
}
class Holder {
  List<String> view;
  Holder(List<String> v) { view = v; }
  int size() { return view.size(); }
}
class Viewed {
  @GuardedBy("this") private final List<String> items = new ArrayList<>();
  public synchronized void add(String s) { items.add(s); }
  public synchronized Holder view() { return new Holder(items); } // BAD
  public synchronized Holder snapshot() { return new Holder(new ArrayList<>(items)); }
}
