import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

@interface GuardedBy { String value(); }

/** What ends, and what does not end, that a lock is definitely held: section 4.3 of the paper. */
public class Kills {
  final Object lock = new Object();
  final Object other = new Object();
  Object moving = new Object();
  final Lock a = new ReentrantLock();
  final Lock b = new ReentrantLock();
  Node node = new Node();

  @GuardedBy("lock") int byLock;
  @GuardedBy("moving") int byMoving;
  @GuardedBy("a") int byA;
  @GuardedBy("node.lock") int byNode;

  /* The end of a block gives its own lock back. */
  public void end() {
    synchronized (lock) { byLock++; }
    byLock++; // BAD
  }
  /* It does not give back the one around it, be it of the same type or the same object. */
  public void inner() {
    synchronized (lock) {
      synchronized (other) { byLock++; }
      byLock++;
      synchronized (lock) { byLock++; }
      byLock++;
    }
  }
  /* An assignment to a field that the lock's name goes through. */
  public void assigned() {
    synchronized (moving) {
      byMoving++;
      moving = new Object();
    }
  }
  public void assignedBefore() {
    synchronized (moving) {
      moving = new Object();
      byMoving++; // BAD
    }
  }
  public void assignedOnOneWay(boolean way) {
    synchronized (moving) {
      if (way) moving = new Object();
      byMoving++; // BAD
    }
  }
  public void assignedInLoop() {
    for (int i = 0; i < 3; i++) {
      synchronized (moving) {
        byMoving++;
        moving = new Object();
      }
    }
  }
  public void assignedBetweenPath() {
    synchronized (node.lock) {
      node = new Node();
      byNode++; // BAD
    }
  }
  /* A call that assigns it, directly or further down. */
  public void assignedByCall() {
    synchronized (moving) {
      replace();
      byMoving++; // BAD
    }
  }
  public void assignedFurtherDown() {
    synchronized (moving) {
      deeper();
      byMoving++; // BAD
    }
  }
  private void deeper() { replace(); }
  private void replace() { moving = new Object(); }
  /* Other calls are no-ops for monitors: nobody can give back a monitor of the caller. */
  public void harmlessCall() {
    synchronized (moving) {
      harmless();
      byMoving++;
    }
  }
  private void harmless() { synchronized (moving) { } }
  /* A local variable that names the lock and gets another object. */
  public void variable(Kills k) {
    Kills name = k;
    synchronized (name.lock) {
      name.byLock++;
      name = new Kills();
      name = this;
      name.byLock++; // BAD
    }
  }
  /* Where ways meet, only what is held on both is. */
  public void meet(boolean way) {
    if (way) a.lock();
    byA++; // BAD
    if (way) a.unlock();
  }
  public void meetHeld(boolean way) {
    if (way) a.lock(); else a.lock();
    byA++;
    a.unlock();
  }
  /* A release ends it, also one by a method that is called; that of another lock does not. */
  public void released() {
    a.lock();
    byA++;
    a.unlock();
    byA++; // BAD
  }
  public void releasedByCall() {
    a.lock();
    giveBack();
    byA++; // BAD
  }
  private void giveBack() { a.unlock(); }
  public void otherReleased() {
    a.lock();
    b.lock();
    b.unlock();
    byA++;
    a.unlock();
  }
  public void maybeReleased(Lock unknown) {
    a.lock();
    unknown.unlock();
    byA++; // BAD: it may be the same lock
    a.unlock();
  }
  /* Names are put in for parameters and receivers at calls. */
  public void renamed(Kills k) {
    synchronized (k.lock) { k.step(); step(k); }
  }
  private void step() { byLock++; }
  private void step(Kills kk) { kk.byLock++; }
  public void renamedWrongly(Kills k) {
    synchronized (k.lock) { wrong(this, k); }
  }
  private void wrong(Kills one, Kills two) {
    two.byLock++;
    one.byLock++; // BAD
  }
}

class Node {
  final Object lock = new Object();
}
