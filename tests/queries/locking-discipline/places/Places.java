import java.util.*;
import java.util.concurrent.locks.ReentrantLock;
import org.checkerframework.checker.lock.qual.*;

/** Guards on type arguments: what comes out of a collection, and by whatever way. */
class Shelf {
  final ReentrantLock lock = new ReentrantLock();
  static class Book { int pages; final int year = 1; void open() { pages++; } }

  private final List<@GuardedBy("lock") Book> books = new ArrayList<>();
  private final Map<String, @GuardedBy("lock") Book> byName = new HashMap<>();
  private final Map<String, List<@GuardedBy("lock") Book>> byAuthor = new HashMap<>();
  private final List<Book> plain = new ArrayList<>();

  int direct() { return books.get(0).pages; } // BAD
  int directHeld() {
    lock.lock();
    try { return books.get(0).pages; } finally { lock.unlock(); }
  }
  int born() { return books.get(0).year; }
  void loop() {
    for (Book b : books) { b.open(); } // BAD
    for (Book b : plain) { b.open(); }
  }
  void loopHeld() {
    lock.lock();
    for (Book b : books) { b.open(); }
    lock.unlock();
  }
  void iterator() {
    Iterator<Book> all = books.iterator();
    while (all.hasNext()) {
      Book b = all.next();
      b.open(); // BAD
      lock.lock();
      b.open();
      lock.unlock();
    }
  }
  void views() {
    for (Book b : byName.values()) { b.pages = 1; } // BAD
    for (String s : byName.keySet()) { s.trim(); }
  }
  void nested() {
    byAuthor.get("x").get(0).open(); // BAD
    for (Book b : byAuthor.get("x")) { b.open(); } // BAD
    lock.lock();
    byAuthor.get("x").get(0).open();
    lock.unlock();
  }
  void lambdas() {
    books.forEach(b -> b.open()); // BAD
    byName.forEach((name, b) -> b.pages = name.length()); // BAD
    plain.forEach(b -> b.open());
    books.sort((a, b) -> a.pages - b.pages); // BAD
  }
  void lambdaHeld() {
    lock.lock();
    try { books.forEach(b -> b.open()); } finally { lock.unlock(); }
  }
  void ofParameter(Collection<? extends @GuardedBy("lock") Book> some) {
    for (Book b : some) { b.open(); } // BAD
    lock.lock();
    for (Book b : some) { b.open(); }
    lock.unlock();
  }
  void ofLocal() {
    Deque<@GuardedBy("lock") Book> pile = new ArrayDeque<>(books);
    pile.peek().open(); // BAD
    Optional<@GuardedBy("lock") Book> first = books.stream().findFirst();
    first.get().open(); // BAD
    first.ifPresent(b -> b.open()); // BAD
  }
  void toArrays() {
    Object[] all = books.toArray();
    all[0].hashCode();
  }
}

/** Receivers: what a method says of the object on which it is called. */
class Receivers {
  final Object lock = new Object();
  private @GuardedBy("lock") Sheet sheet = new Sheet();
  private final @GuardedBy("<self>") Sheet own = new Sheet();

  void calls() {
    sheet.wanted(); // BAD
    sheet.unknown();
    synchronized (lock) { sheet.wanted(); }
  }
  void ownMonitor() {
    own.taking();
    own.wantedAndTaking(); // BAD
    synchronized (own) { own.wantedAndTaking(); }
  }
  void results() {
    sheet.itself().wanted(); // BAD
    Sheet.first(sheet, own).wanted(); // BAD
    synchronized (lock) {
      sheet.itself().wanted();
      Sheet.first(sheet, own).wanted(); // BAD
    }
  }
}
class Sheet {
  static final Object LOCK = new Object();
  int rows;
  final int width = 3;

  void wanted(@GuardSatisfied Sheet this) { rows++; }
  int unknown(@GuardedByUnknown Sheet this) { return width; }
  synchronized void taking() { rows++; }
  synchronized void wantedAndTaking(@GuardSatisfied Sheet this) { rows++; }
  @GuardSatisfied(1) Sheet itself(@GuardSatisfied(1) Sheet this) { return this; }
  static @GuardSatisfied(2) Sheet first(@GuardSatisfied(2) Sheet a, @GuardSatisfied(1) Sheet b) { return a; }
  void guarded(@GuardedBy("LOCK") Sheet this) {
    rows = 1; // BAD
    this.rows = 2; // BAD
    int w = width;
    synchronized (LOCK) { rows = 3; this.rows = 4; }
  }
  @MayReleaseLocks void releasing(@GuardSatisfied Sheet this) { rows++; } // BAD
  @MayReleaseLocks void releasingOther(@GuardSatisfied Sheet s) { s.rows++; } // BAD
  @MayReleaseLocks void plain() { }
}
class Callers {
  void calls() {
    @GuardedBy("Sheet.LOCK") Sheet s = make();
    s.guarded();
    s.wanted(); // BAD
    synchronized (Sheet.LOCK) { s.wanted(); }
  }
  @GuardedBy("Sheet.LOCK") Sheet make() { return new Sheet(); }
}
