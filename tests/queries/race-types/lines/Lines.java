/*# thread_shared */ public class Lines {
  private final Object L = new Object();
  private final Object o = new Object();
  int p /*# guarded_by o */; int q /*# guarded_by L */;
  int free; int named /*# guarded_by L */; int last;
  int a /*# guarded_by L */, b, c /*# guarded_by o */;
  int before; /*# guarded_by L */ int after;

  void one() { p = 1; q = 1; } void set(int k) /*# requires o */ { p = k; } void three(int k) { }

  void use() {
    synchronized (o) { p = 2; c = 2; set(2); }
    synchronized (L) { q = 2; named = 2; a = 2; after = 2; }
    synchronized (this) { free = 2; last = 2; b = 2; before = 2; }
    set(3); // BAD
    three(3);
    named = 3; // BAD
  }
}

class Apart { int x; } /*# thread_local */ class Close { int y; void up() { y++; } } /*# thread_shared */ class Wide { int z; }
