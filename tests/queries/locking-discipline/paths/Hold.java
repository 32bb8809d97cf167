import java.util.concurrent.locks.*;
import org.checkerframework.checker.lock.qual.*;

class Shed {
  final ReentrantLock l = new ReentrantLock();
  final Object mon = new Object();
}
class Yard {
  final Shed other = new Shed();
  private final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
  private final Lock w = rw.writeLock();
  private final Lock r = rw.readLock();
  @GuardedBy("rw.writeLock()") private int a;
  @GuardedBy("w") private int b;
  @GuardedBy("rw") private int c;

  @Holding("this.other.l") void need() { }
  @Holding("other.mon") void needMon() { }
  @Holding("#1.l") void needArg(Shed s) { }
  @Holding("s.mon") void needArg2(Shed s) { }

  void ok() { other.l.lock(); try { need(); } finally { other.l.unlock(); } }
  void okThis() { this.other.l.lock(); try { need(); } finally { this.other.l.unlock(); } }
  void okMon() { synchronized (other.mon) { needMon(); } }
  void bad() { need(); } // BAD
  void badMon() { synchronized (other) { needMon(); } } // BAD
  void okLocal() { Shed s = other; s.l.lock(); try { need(); } finally { s.l.unlock(); } }
  void okLocalLock() { ReentrantLock k = other.l; k.lock(); try { need(); } finally { k.unlock(); } }
  void badOther(Shed s) { s.l.lock(); try { need(); } finally { s.l.unlock(); } } // BAD
  void ofOther(Yard y) { y.other.l.lock(); try { y.need(); } finally { y.other.l.unlock(); } }
  void ofOtherBad(Yard y) { other.l.lock(); try { y.need(); } finally { other.l.unlock(); } } // BAD
  void arg(Shed s) { s.l.lock(); try { needArg(s); } finally { s.l.unlock(); } }
  void argBad(Shed s) { s.l.lock(); try { needArg(other); } finally { s.l.unlock(); } } // BAD
  void arg2(Shed s) { synchronized (s.mon) { needArg2(s); } }
  void arg2Bad(Shed s) { synchronized (other.mon) { needArg2(s); } } // BAD
  @Holding("other.l") void passOn() { need(); }
  @Holding("l") void wrongName() { }

  int readsUnderRead() { rw.readLock().lock(); try { return a; } finally { rw.readLock().unlock(); } } // BAD
  int readsUnderWrite() { rw.writeLock().lock(); try { return a; } finally { rw.writeLock().unlock(); } }
  int readsW() { r.lock(); try { return b; } finally { r.unlock(); } } // BAD
  int readsW2() { w.lock(); try { return b; } finally { w.unlock(); } }
  int readsRw() { r.lock(); try { return c; } finally { r.unlock(); } }
  void writesRw() { r.lock(); try { c++; } finally { r.unlock(); } } // BAD
}
class Link {
  final Link next;
  final Object key = new Object();
  Link(Link next) { this.next = next; }
  @Holding("this.next.key") void pull() { }
  void right() { synchronized (next.key) { pull(); } }
  void ownKey() { synchronized (key) { pull(); } } // BAD
  void nextNext() { synchronized (next.next.key) { next.pull(); } }
  void nextOnly() { synchronized (next.key) { next.pull(); } } // BAD
}
