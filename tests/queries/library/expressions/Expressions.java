import java.util.List;
import java.util.function.Supplier;

class Expressions {
  static final int SIZE = 4 * 1024;
  static final String NAME = "n" + SIZE + 'c' + true;
  static final boolean BIG = SIZE > 1000 && !false;
  int[] data = {1, 2};
  Expressions other;

  void literals() {
    use(1, 2L, 3.0f, 4.0, 'A', "text\t", true, null, 0x10, """
        block
        """);
  }

  void use(Object... all) {}

  int operators(int a, int b, boolean c) {
    a = b;
    a += b;
    a++;
    --b;
    boolean d = a == b || a != b && c;
    d = a < b ^ a >= b;
    return c ? -a : ~b + (a << 2);
  }

  Object objects(Object o, int i) {
    int[][] made = new int[3][];
    int first = data[i];
    data[i] = first;
    Expressions e = (Expressions) o;
    if (o instanceof String s && s.isEmpty()) {
      return s;
    }
    if (o instanceof List<?>) {
      return int.class;
    }
    Supplier<Expressions> maker = Expressions::new;
    Runnable r = () -> use(made);
    this.other.data = null;
    e.other = new Expressions() {};
    return Expressions.this;
  }

  record Pair(Object left, Object right) {}

  String patterns(Object o) {
    return switch (o) {
      case Pair(String l, var r) when l.isEmpty() -> l;
      case Integer n -> "number";
      case null, default -> "other";
    };
  }
}
