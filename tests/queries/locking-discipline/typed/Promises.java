import com.google.errorprone.annotations.concurrent.LockMethod;
import com.google.errorprone.annotations.concurrent.UnlockMethod;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.annotation.concurrent.GuardedBy;

class Promises {
  private final ReentrantLock lock = new ReentrantLock();
  private final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
  private boolean open;
  @GuardedBy("lock") private int x;

  @LockMethod("lock") void take() { lock.lock(); }
  @LockMethod("lock") void perhaps() { if (open) lock.lock(); } // BAD
  @LockMethod("lock") void byAnother() { take(); }
  @LockMethod({"lock", "both"}) void half() { lock.lock(); } // BAD
  @UnlockMethod("lock") void give() { lock.unlock(); }
  @UnlockMethod("lock") void forget() { x = 0; } // BAD

  void increment() {
    take();
    try { x++; } finally { give(); }
    x--; // BAD
  }
}
