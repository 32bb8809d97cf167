package shapes;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import static java.lang.Math.max;

interface Shape extends Serializable {
  double area();
}

abstract class Base<T extends Comparable<T>> implements Shape {
  protected T key;
  int hidden;
  private int secret;

  abstract int rank(T other);

  static class Nested {}

  class Inner {
    int depth = hidden;
  }
}

final class Circle extends Base<String> {
  static final int MAX = max(1, 2);
  int hidden;
  final double[][] grid = new double[2][];
  List<? extends Number> sizes = new ArrayList<Integer>();
  Map.Entry<String, int[]> entry;

  @Override
  public double area() {
    class Local {}
    Runnable r = new Runnable() {
      @Override
      public void run() {}
    };
    r.run();
    return new Local().hashCode();
  }

  @Override
  int rank(String other) {
    return 0;
  }
}

enum Color {
  RED,
  GREEN
}

record Point(int x, int y) {}

@interface Marker {
  String value() default "";
}
