import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

@interface GuardedBy { String value(); }

public class Values {
  private final Object lock = new Object();
  @GuardedBy("lock") private List<String> list = new ArrayList<>();
  @GuardedBy("lock") private List<String> safe = new CopyOnWriteArrayList<>();
  @GuardedBy("lock") private List<String> local = new ArrayList<>();
  @GuardedBy("lock") private List<String> copied = new ArrayList<>();
  @GuardedBy("lock") private final List<String> kept = new ArrayList<>();

  List<String> list() { synchronized (lock) { return list; } } // BAD: use() uses it
  List<String> copied() { synchronized (lock) { return new ArrayList<>(copied); } }

  public void add(String s) {
    synchronized (lock) { list.add(s); local.add(s); copied.add(s); kept.add(s); }
  }

  public void later() {
    List<String> l;
    synchronized (lock) { l = local; }
    l.clear(); // BAD
  }

  public void swapped() {
    List<String> l;
    synchronized (lock) { l = kept; l.clear(); }
  }

  @GuardedBy("lock") private List<String> pending = new ArrayList<>();
  public void takenOver() {
    List<String> mine;
    synchronized (lock) { mine = pending; pending = new ArrayList<>(); }
    mine.clear(); // OK: nobody else has it any more
  }
  @GuardedBy("lock") private List<String> fixed = Collections.emptyList();
  public void fix(List<String> l) { synchronized (lock) { fixed = Collections.unmodifiableList(new ArrayList<>(l)); } }
  public int look() {
    List<String> l;
    synchronized (lock) { l = fixed; }
    return l.size(); // OK: nobody changes it
  }
  @GuardedBy("lock") private Node head = new Node();
  public void linked() { synchronized (lock) { unlink(); head = new Node(); } }
  private void unlink() {
    Node h = head;
    h.next = null; // OK: the caller holds the lock
  }
  static class Node { Node next; }

  @SuppressWarnings("GuardedBy") public void silenced() {
    List<String> l;
    synchronized (lock) { l = local; }
    l.clear();
  }
}
