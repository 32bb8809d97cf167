import javax.annotation.concurrent.GuardedBy;

class Orchard {
  final Object gate = new Object();
  Basket basket = new Basket();
  static class Fruit { int ripe; final int id = 3; final int[] seeds = {1}; int[] more; synchronized void wash() { ripe++; } }
  static class Basket { final Object lid = new Object(); }
  @GuardedBy("itself") private final Fruit fruit = new Fruit();
  @GuardedBy("<self>") private Fruit other = new Fruit();

  public int finalField() { return fruit.id; }
  public void copyLocked() { Fruit f = fruit; synchronized (f) { f.ripe++; } }
  public void copyUnlocked() { Fruit f = fruit; f.ripe++; } // BAD
  public void copyOfOther() { Fruit f = other; synchronized (f) { f.ripe++; } }
  public void copyOtherLock() { Fruit f = other; synchronized (fruit) { f.ripe++; } } // BAD
  public void lockedPart() { Fruit f; synchronized (other) { f = other; } f.ripe++; } // BAD
  @GuardedBy("itself") public Fruit given() { return fruit; }
  public Fruit givenAway() { return fruit; } // BAD
  public void washed() { fruit.wash(); }
  public void passed() { locks(fruit); }
  public void passedBad() { locksNot(fruit); } // BAD
  private void locks(Fruit f) { synchronized (f) { f.ripe++; } }
  private void locksNot(Fruit f) { f.ripe++; }
  public boolean same(Fruit f) { return f == fruit; }
  public void user() { Fruit f = given(); f.ripe++; } // BAD
  public void user2() { Fruit f = given(); synchronized (f) { f.ripe++; } }
}
