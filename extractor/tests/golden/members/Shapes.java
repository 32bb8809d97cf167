package a.b;

import java.util.List;
import java.util.function.*;
import static java.lang.Math.max;

/** A shape. */
public abstract class Shapes<T extends Comparable<T>> implements Runnable {
  protected static final int ONE = 1, TWO[] = {2};
  volatile List<? super T> list;
  static { System.gc(); }
  { list = null; }
  Shapes(T first, int... more) throws java.io.IOException { super(); }
  abstract <U> U map(U u, T[] ts);
  enum Color { RED, GREEN { void paint() {} }; void paint() {} }
  record Point(int x, String name) { Point { if (x < 0) throw new IllegalArgumentException(); } }
  interface Drawable { void draw(); default void twice() { draw(); draw(); } }
  class Inner extends Shapes<String> {
    Inner() throws java.io.IOException { super("", 1); }
    <U> U map(U u, String[] ts) { return u; }
    public void run() {}
  }
}
