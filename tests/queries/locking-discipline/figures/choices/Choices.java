package choices;

import java.util.ArrayList;
import java.util.List;

@interface GuardedBy { String value(); }

/** Section 2.2: what a guard means. */
public class Choices {
  Object lock = new Object();
  final Holder anObject = new Holder();

  @GuardedBy("lock") List<String> shared1 = new ArrayList<>();
  @GuardedBy("lock") List<String> shared2 = new ArrayList<>();
  @GuardedBy("anObject.field") List<String> shared3 = new ArrayList<>();
  @GuardedBy("anObject.field") List<String> shared4 = new ArrayList<>();
  @GuardedBy("this") Object field1 = new Object();
  @GuardedBy("this") Object field2 = new Object();

  // 1. A definite alias of the guard may be locked.
  void alias() {
    final Object lockAlias = fixed;
    synchronized (lockAlias) { byFixed.add(""); }
  }
  final Object fixed = new Object();
  @GuardedBy("fixed") List<String> byFixed = new ArrayList<>();

  // 2. The guard must not be assigned while it is locked.
  void reassigned() {
    synchronized (lock) {
      lock = new Object();
      shared1.add("");
    }
  }
  void notReassigned() {
    synchronized (lock) { shared2.add(""); }
  }
  void sideEffect() {
    synchronized (anObject.field) {
      anObject.reassign();
      shared3.add("");
    }
  }
  void otherSideEffect() {
    synchronized (anObject.field) {
      anObject.touch();
      shared4.add("");
    }
  }

  // 3. The guard is that of the object whose field is used.
  void here(Choices c) {
    synchronized (this) { c.field1.hashCode(); }
  }
  void there(Choices c) {
    synchronized (c) { c.field2.hashCode(); }
  }

  public static void main(String[] args) {
    Choices c = new Choices();
    Thread t = new Thread(() -> all(c));
    t.start();
  }
  static void all(Choices c) {
    c.alias();
    c.reassigned();
    c.notReassigned();
    c.sideEffect();
    c.otherSideEffect();
    c.here(new Choices());
    c.there(new Choices());
  }
}

class Holder {
  Object field = new Object();
  int count;
  void reassign() { field = new Object(); }
  void touch() { count++; }
}
