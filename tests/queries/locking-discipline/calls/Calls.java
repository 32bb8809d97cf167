import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import org.checkerframework.checker.lock.qual.Holding;

@interface GuardedBy { String[] value(); }

public class Calls {
  final Object lock = new Object();
  static final Object LOCK = new Object();
  ReentrantLock replaced = new ReentrantLock();
  ExecutorService executor;

  @GuardedBy("replaced") int byReplaced;// BAD: reassigned
  @GuardedBy("this") static int shared;// BAD: static
  @GuardedBy("lock") static int alsoShared;// BAD: static
  @GuardedBy("LOCK") static int wellShared;

  public void replace() { replaced = new ReentrantLock(); }

  @GuardedBy("this") void byThis() {}
  @Holding("lock") void byLock() {}
  @Holding({"lock", "this"}) void byBoth() {}
  @Holding("LOCK") static void byStatic() {}
  @Holding("#1.lock") void byParameter(Calls other) {}
  @Holding("other.lock") void byName(Calls other) {}

  public synchronized void thisHeld() { byThis(); }
  public void thisBare() { byThis(); }// BAD: call
  public void lockHeld() { synchronized (lock) { byLock(); } }
  public void lockBare() { byLock(); }// BAD: call
  public synchronized void half() { byBoth(); }// BAD: call
  public synchronized void both() { synchronized (lock) { byBoth(); } }
  public static void staticHeld() { synchronized (LOCK) { byStatic(); } }
  public static void staticBare() { byStatic(); }// BAD: call
  public void parameterHeld(Calls c) { synchronized (c.lock) { byParameter(c); byName(c); } }
  public void parameterBare(Calls c) { synchronized (lock) { byParameter(c); } }// BAD: call
  public void otherHeld(Calls c) { synchronized (c.lock) { c.byLock(); } }
  public void otherBare(Calls c) { synchronized (lock) { c.byLock(); } }// BAD: call
  @Holding("lock") public void promised() { byLock(); }
  public synchronized void referred() { executor.execute(this::byThis); }// BAD: call
  public synchronized void lambda() { executor.execute(() -> byThis()); }// BAD: call
  @SuppressWarnings("GuardedBy") public void silenced() { byThis(); }
  Calls() { byThis(); }
}

class Base {
  final Object lock = new Object();
  public void free() {}
  @Holding("lock") public void held() {}
}

class Caller {
  public void call(Base b) { b.free(); }
}

class Derived extends Base {
  @Override @Holding("lock") public void free() {}// BAD: override
  @Override @Holding("lock") public void held() {}
}
