import module java.base;

/// A shape.
/// @see Newest
sealed interface Shape {
  record Circle(double radius) implements Shape {}
  record Box(int width, int height) implements Shape {}
}

class Base {
  Base(int n) {}
}

class Newest extends Base {
  final int n;
  int counter = 1;

  Newest(int n) {
    if (n < 0) throw new IllegalArgumentException("negative");
    this.n = n;
    super(n);
    counter++;
  }

  Newest(String s) {
    int length = s.length();
    this(length);
  }

  int area(Object o) {
    if (o instanceof Shape.Box(int w, var h) && w > h) return w * h;
    return switch (o) {
      case Shape.Circle(double r) when r > 1 -> (int) r;
      case Shape.Circle _, Shape.Box _ -> counter;
      case Integer i when i > 0 -> i;
      case int[] a, long[] b -> 2;
      case null, default -> still("understood");
    };
  }

  int primitive(int i) {
    return switch (i) {
      case byte b -> b;
      case int j when j > 1_000 -> j;
      case int _ -> 0;
    };
  }

  int unnamed(List<String> names) {
    int total = 0;
    for (String _ : names) total++;
    try {
      total += Integer.parseInt(names.getFirst());
    } catch (NumberFormatException _) {
      total--;
    }
    names.forEach(_ -> still("called"));
    return total;
  }

  int still(String s) { return s.length(); }
}
