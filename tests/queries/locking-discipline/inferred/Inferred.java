package inferred;

import java.util.ArrayList;
import java.util.List;

public class Inferred {
  private final Object lock = new Object();
  private static final Object GLOBAL = new Object();
  private int byThis; // this
  private int byLock; // lock
  private static int byGlobal; // Inferred.GLOBAL
  private static int byClass; // Inferred.class
  private final List<String> own = new ArrayList<>(); // itself
  private final List<String> taken = new ArrayList<>(); // it leaves the field
  private int sometimes;
  private int onlyOnce;
  private volatile int visible;
  private int a, b; // declared together
  private Object moving = new Object();
  private int byMoving; // its lock is assigned

  public synchronized void add() { byThis++; helper(); }
  public synchronized int get() { return byThis; }
  private void helper() { byThis++; } // this

  public void lock() { synchronized (lock) { byLock++; a++; b++; visible++; locked("x"); } }
  public int read() { synchronized (lock) { return byLock + a + b + visible; } }
  private void locked(String s) { byLock++; } // lock
  private <T> void generic(T t) { }
  public void callsGeneric() { synchronized (lock) { generic(""); } }

  public static void global() { synchronized (GLOBAL) { byGlobal++; } }
  public static int globalRead() { synchronized (GLOBAL) { return byGlobal; } }
  public static synchronized void ofClass() { byClass++; }
  public static synchronized int ofClassRead() { return byClass; }

  public void itself() { synchronized (own) { own.add(""); own.add(""); } }
  public void leaves() {
    List<String> l;
    synchronized (lock) { taken.add(""); l = taken; }
    l.clear();
  }
  public synchronized void some() { sometimes++; }
  public int other() { return sometimes; }
  public synchronized int once() { return onlyOnce; }
  public void move() { synchronized (moving) { byMoving++; byMoving--; } }
  public void moved() { moving = new Object(); }
  public void both(Inferred other) { synchronized (other) { other.two(); } synchronized (this) { two(); } }
  private void two() throws IllegalStateException { byThis--; } // this
}

/** An object that is its own lock, like the segments of a concurrent map. */
public class Segment extends java.util.concurrent.locks.ReentrantLock {
  private int count; // this
  public void add() {
    lock();
    try {
      count++;
      helper();
    } finally {
      unlock();
    }
  }
  private void helper() { count++; } // this
  static Segment find(int i) { return i == 0 ? new Segment() : null; }
  public static void other(int i) {
    Segment s = find(i);
    s.lock();
    try {
      s.helper();
    } finally {
      s.unlock();
    }
  }
}
