import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

@interface GuardedBy {
  String[] value() default {};
  String[] anyOf() default {};
}

public class Names {
  final Object lock = new Object();
  final Lock explicit = new ReentrantLock();
  final ReadWriteLock rw = new ReentrantReadWriteLock();
  ExecutorService executor;

  @GuardedBy("this") int own;
  @GuardedBy("lock") int byLock;
  @GuardedBy("explicit") int byExplicit;
  @GuardedBy("rw") int byEither;
  @GuardedBy("rw.writeLock()") int byWriter;
  @GuardedBy({"this", "lock"}) int byTwo;
  @GuardedBy(anyOf = {"this", "lock"}) int byAny;
  @GuardedBy("itself") final List<String> itself = new ArrayList<>();
  @GuardedBy("getLock()") int byMethod;
  @GuardedBy("Names.class") static int byClass;
  // guarded by lock
  int byComment;

  Object getLock() { return lock; }

  public Names() {
    own = 1; // OK: others do not know the object yet
    byLock = 2;
    init();
  }

  private void init() { byLock = 3; } // OK: only the constructor calls it

  public synchronized void ownHeld() { own++; }
  public void ownBare() { own++; } // BAD
  public int ownRead() { return own; } // BAD

  public void lockHeld() { synchronized (lock) { byLock++; byComment++; byMethod++; } }
  public void lockBare() { byLock++; } // BAD
  public void commentBare() { byComment++; } // BAD
  public void methodBare() { byMethod++; } // BAD
  public void wrongLock() { synchronized (this) { byLock++; } } // BAD
  public void methodCalled() { synchronized (getLock()) { byMethod++; byLock++; } }

  public void explicitHeld() {
    explicit.lock();
    try { byExplicit++; } finally { explicit.unlock(); }
    byExplicit++; // BAD
  }

  public int readers() {
    rw.readLock().lock();
    try { return byEither + byWriter; } finally { rw.readLock().unlock(); } // BAD: byWriter names the other half
  }
  public void readersWrite() {
    rw.readLock().lock();
    try { byEither++; } finally { rw.readLock().unlock(); } // BAD
  }
  public void writers() {
    rw.writeLock().lock();
    try { byEither++; byWriter++; } finally { rw.writeLock().unlock(); }
  }

  public synchronized void oneOfTwo() { byTwo++; } // BAD
  public synchronized void two() { synchronized (lock) { byTwo++; } }
  public synchronized void any() { byAny++; }
  public void anyBare() { byAny++; } // BAD

  public void itselfHeld() { synchronized (itself) { itself.add(""); } }
  public void itselfTested() { if (itself != null) { itselfHeld(); } }
  public void itselfBare() { itself.add(""); } // BAD
  public static synchronized void classHeld() { byClass++; }
  public static void classBare() { byClass++; } // BAD

  public void alias() {
    Object alias = lock;
    synchronized (alias) { byLock++; }
  }

  public synchronized void later() {
    executor.execute(() -> own++); // BAD
    executor.execute(this::ownLater);
  }
  private void ownLater() { own++; } // BAD
  public synchronized void now(List<String> list) { list.forEach(s -> own++); }

  public synchronized void helped() { helper(); }
  private void helper() { own++; } // OK: all its callers hold the lock
  public synchronized void halfHelped() { halfHelper(); }
  public void notHelped() { halfHelper(); }
  private void halfHelper() { own++; } // BAD

  public void otherObject(Names other) { synchronized (this) { other.own++; } } // BAD
  public void adapted(Names other) { synchronized (other) { other.own++; } }
  public void adaptedPath(Names other) { synchronized (other.lock) { other.byLock++; } }
  public void notAdapted(Names other) { synchronized (lock) { other.byLock++; } } // BAD
  public static Names fresh() { Names n = new Names(); n.own = 5; return n; }

  @SuppressWarnings("GuardedBy") public void silenced() { own++; }
  public void silencedByVariable() {
    @SuppressWarnings("GuardedBy") int x = own;
  }
  public void asserted() { assert Thread.holdsLock(lock); byLock++; }

  public void parameter(@GuardedBy("lock") Map<String, String> map) {
    synchronized (lock) { map.clear(); }
    map.clear(); // BAD
  }

  class Inner {
    @GuardedBy("Names.this") int outer;
    @GuardedBy("lock") int outerLock;
    public void held() { synchronized (Names.this) { outer++; } }
    public void bare() { outer++; } // BAD
    public void heldLock() { synchronized (lock) { outerLock++; } }
    public void bareLock() { synchronized (this) { outerLock++; } } // BAD
  }
}

class Copied implements Cloneable {
  final Object lock = new Object();
  @GuardedBy("lock") volatile int visible;
  int written; // writes guarded by lock
  @GuardedBy("lock") int size;
  public int look() { return visible + written; } // OK: volatile, or only its writes are guarded
  public void write() { visible = 1; } // BAD
  public void write2() { written = 1; } // BAD
  public Copied copy() throws CloneNotSupportedException {
    Copied c = (Copied) super.clone();
    c.size = 0; // OK: nobody else knows it
    return c;
  }
}

/** Not meant to be thread-safe by anything, and yet it uses what is guarded. */
class Stranger {
  public int peek(Names names) { return names.byLock; } // BAD
  public int hold(Names names) { synchronized (names.lock) { return names.byLock; } }
}

@interface ThreadSafe { }

@ThreadSafe
class Safe {
  @GuardedBy("this") private int size;
  public synchronized void add() { size++; }
  public void set() { size = 0; } // java/not-threadsafe begins its race here
  public int get() { return size; } // BAD
}
