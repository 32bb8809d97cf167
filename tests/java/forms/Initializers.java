package forms;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Fields, initialisers and constructors (JLS 8.3, 8.6, 8.7, 8.8). */
class Initializers extends Base {
  static final Map<String, List<Integer>> TABLE = new HashMap<>();
  static int made;
  static final int SIZE = 3 * 4, MASK = SIZE - 1;

  static {
    TABLE.put("one", new ArrayList<>());
    for (int i = 0; i < SIZE; i++) TABLE.get("one").add(i);
  }

  private int first = next();
  private int[] numbers = {1, 2, next()}, matrix[] = {{1}, {2, 3}};
  private final Supplier<String> later = () -> name() + first;

  {
    made++;
    if (made > 10) throw new IllegalStateException();
  }

  private final Runnable anonymous = new Runnable() {
    int own = first;
    { own++; }
    @Override public void run() { own += numbers.length; }
  };

  static {
    made = Math.max(made, TABLE.size());
  }

  Initializers() {
    first++;
  }

  Initializers(int n) {
    super(n);
    first = n;
  }

  Initializers(String text) {
    this(text.length());
  }

  static Supplier<Supplier<String>> nested(String name) {
    return new Supplier<Supplier<String>>() {
      private final Supplier<String> inner = new Supplier<String>() {
        private final Supplier<String> function = () -> name;
        @Override public String get() { return name + function.get(); }
      };
      @Override public Supplier<String> get() { return inner; }
    };
  }

  private int next() { return made + 1; }

  String name() { return later.get() + anonymous; }

  class Inner {
    final int copy = first;
    class Deeper extends Base {
      int both() { return copy + Initializers.this.first + super.value; }
    }
  }

  static Inner.Deeper deeper(Initializers of) {
    return of.new Inner().new Deeper();
  }
}

class Base {
  protected int value;
  Base(int... values) { for (int v : values) value += v; }
}

class NoConstructor extends Base {}

enum Kind implements Supplier<String> {
  PLAIN,
  SIZED(3),
  SPECIAL("s") {
    @Override public String get() { return "special" + text; }
  },
  @Deprecated LAST {};

  final String text;
  private static final Kind[] ALL = values();

  Kind() { this("plain"); }
  Kind(int n) { this("n" + n); }
  Kind(String text) { this.text = text; }

  @Override public String get() { return ALL[ordinal()].text + valueOf("PLAIN"); }
}

record Range(int from, int to) implements Comparable<Range> {
  static final Range EMPTY = new Range(0, 0);

  Range {
    if (from > to) throw new IllegalArgumentException();
  }

  Range(int to) { this(0, to); }

  int length() { return to - from; }

  @Override public int compareTo(Range other) { return Integer.compare(length(), other.length()); }
}

record Empty<T extends Comparable<T>>() {}
