import module java.base;

/** Newer than the grammar in part: damage stays where it is. */
class Newest {
  record Point(int x, int y) {}

  static class Child extends Newest {
    final int n;
    Child(int n) {
      if (n < 0) throw new IllegalArgumentException();
      this.n = n;
      super();
    }
    int after() { return n + 1; }
  }

  int qualified(Object o) {
    if (o instanceof Newest.Point(int x, var y)) return x + y;
    return switch (o) {
      case Newest.Point(var x, var y) when x > y -> x;
      case Integer i when i > 0, Long l -> 1;
      case Byte _, Short _ -> 2;
      default -> unaffected();
    };
  }

  int unaffected() { return qualified("still understood"); }
}
