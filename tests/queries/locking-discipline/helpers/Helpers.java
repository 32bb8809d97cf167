import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.errorprone.annotations.concurrent.LockMethod;
import com.google.errorprone.annotations.concurrent.UnlockMethod;
import java.util.concurrent.locks.*;
import org.checkerframework.checker.lock.qual.EnsuresLockHeld;
import org.checkerframework.checker.lock.qual.EnsuresLockHeldIf;
import org.checkerframework.checker.lock.qual.LockingFree;
import org.checkerframework.checker.lock.qual.MayReleaseLocks;
import org.checkerframework.checker.lock.qual.ReleasesNoLocks;

/** Locks that helpers take and give back, on the own object and on others. */
class Vault {
  final Lock gate = new ReentrantLock();
  @GuardedBy("gate") int coins;

  @LockMethod("gate") void open() { gate.lock(); }
  @UnlockMethod("gate") void close() { coins++; gate.unlock(); }
  @UnlockMethod("gate") void closeLate() { gate.unlock(); coins++; } // BAD
  @EnsuresLockHeldIf(expression = "gate", result = true) boolean tryOpen() { return gate.tryLock(); }
  void plainOpen() { gate.lock(); }
  void plainClose() { gate.unlock(); }

  public void right() {
    open();
    try { coins++; } finally { close(); }
  }
  public void wrong() {
    open();
    close();
    coins++; // BAD
  }
  public void neverOpened() { close(); } // BAD
}

class Owner {
  private final Vault own = new Vault();
  private final Vault spare = new Vault();

  public void field() { own.open(); own.coins++; own.close(); }
  public void parameter(Vault v) {
    v.open();
    try { v.coins = 2; } finally { v.close(); }
    v.coins = 3; // BAD
  }
  public int local() {
    Vault v = own;
    v.plainOpen();
    int n = v.coins;
    v.plainClose();
    return n;
  }
  public void other() {
    own.open();
    spare.coins++; // BAD
    own.close();
    spare.close(); // BAD
  }
  public void perhaps(boolean b) {
    if (b) own.open();
    own.coins++; // BAD
    own.close(); // BAD
  }
  public void asked() {
    if (own.tryOpen()) { own.coins++; own.close(); }
    own.coins++; // BAD
  }
  public void twice(Vault v) { v.open(); v.close(); v.close(); } // BAD
  public void direct() { own.gate.lock(); own.close(); }
  public void assigned(Vault v, Vault w) {
    v.open();
    v = w;
    v.coins++; // BAD
  }
}

class Heir extends Vault {
  public void inherited() { open(); coins++; close(); }
  public void inheritedWrong() { coins++; } // BAD
}

abstract class Promising {
  @LockingFree abstract void free();
  @ReleasesNoLocks abstract void keeps();
  @MayReleaseLocks abstract void any();
  abstract void silent();
}
class Keeping extends Promising {
  @LockingFree void free() { }
  @LockingFree void keeps() { }
  @ReleasesNoLocks void any() { }
  @MayReleaseLocks void silent() { }
}
class Breaking extends Promising {
  @ReleasesNoLocks void free() { } // BAD
  @MayReleaseLocks void keeps() { } // BAD
  @MayReleaseLocks void any() { }
  void silent() { }
}
