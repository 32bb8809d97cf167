package lib;

import java.io.IOException;
import java.util.List;

/** The source of `box.jar`: `javac -d out lib/Box.java && jar --create --no-manifest --file box.jar -C out .` */
public class Box<T extends Comparable<T>> extends Shelf<T> {
  public static final int SIZE = 3;
  T hidden;

  public <R> List<R> all(Class<? extends R> type, int... places) throws IOException {
    return null;
  }

  public Inner inner() {
    return new Inner();
  }

  public class Inner {
    public T value() {
      return hidden;
    }
  }

  public enum Kind { SMALL, LARGE }
}

class Shelf<E> {
  public E first() {
    return null;
  }
}
