import java.util.*;

class Registry {
  private static final Map<String, Integer> known = new HashMap<>();

  public static synchronized Integer find(String name) { return known.get(name); }

  public static synchronized void enter(String name, int value) { known.put(name, value); }

  static Integer findAgain(String name) {
    synchronized (Registry.class) { return known.get(name); }
  }
}

class Client {
  private final Object lock = new Object();
  private final Counter counter = new Counter();

  /** Static synchronized methods lock the class. */
  void register(String name) {
    synchronized (lock) {
      if (Registry.find(name) == null) {
        Registry.enter(name, 1); // BAD
      }
    }
  }

  /** A class literal is the same lock. */
  int both(String name) {
    synchronized (lock) {
      return Registry.find(name) + Registry.findAgain(name); // BAD
    }
  }

  /** The witness is held for the whole block. */
  void registerHeld(String name) {
    synchronized (lock) {
      synchronized (Registry.class) {
        if (Registry.find(name) == null) Registry.enter(name, 1);
      }
    }
  }

  /** A lambda that is run at once belongs to the block. */
  synchronized int inLambda(List<String> names) {
    int[] sum = new int[1];
    names.forEach(name -> {
      int before = counter.get();
      sum[0] = before + counter.next(); // BAD
    });
    return sum[0];
  }

  /** One that is kept does not. */
  synchronized Runnable later() {
    return () -> {
      int before = counter.get();
      System.out.println(before + counter.nextLater());
    };
  }

  /** A local object that nobody else knows. */
  synchronized int own() {
    Counter mine = new Counter();
    int before = mine.get();
    return before + mine.nextOwn();
  }

  /** Both sections read what never changes. */
  synchronized String constant() {
    return counter.name() + counter.nameAgain();
  }

  /** A name of five parts is the unknown lock: no witness. */
  private Node head;

  synchronized int deep() {
    int before = head.next.next.next.counter.get();
    return before + head.next.next.next.counter.nextDeep();
  }

  /** One of four parts is known. */
  synchronized int four() {
    int before = head.next.counter.get();
    return before + head.next.counter.nextFour(); // BAD
  }
}

class Node {
  Node next;
  final Counter counter = new Counter();
}

class Counter {
  private int value;
  private final String name = "counter";

  synchronized int get() { return value; }

  synchronized int next() { return ++value; }

  synchronized int nextLater() { return ++value; }

  synchronized int nextOwn() { return ++value; }

  synchronized int nextDeep() { return ++value; }

  synchronized int nextFour() { return ++value; }

  synchronized String name() { return name; }

  synchronized String nameAgain() { return name; }
}

/** Library objects that lock each call. */
class Buffers {
  private final Vector<String> shared;
  private final StringBuffer own = new StringBuffer();

  Buffers(Vector<String> shared) { this.shared = shared; }

  synchronized String first() {
    if (shared.isEmpty()) return null;
    return shared.firstElement(); // BAD
  }

  /** The buffer never leaves its field. */
  synchronized String text() {
    own.append("a");
    return own.length() > 3 ? own.substring(0, 3) : own.toString();
  }

  /** This one never leaves its method but as the result. */
  synchronized StringBuffer made() {
    StringBuffer made = new StringBuffer();
    made.append("a");
    if (made.length() > 0) made.setLength(0);
    return made;
  }
}
