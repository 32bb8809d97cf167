package forms;

import static java.util.Collections.emptyList;
import static java.util.stream.Collectors.*;

import java.io.Serializable;
import java.util.*;
import java.util.function.*;

/** Expressions of JLS 15. */
abstract class Expressions<T extends Comparable<? super T> & Serializable> {
  long total;
  byte small = (byte) 0x7f;
  char letter = '\u0041', other = 'b';
  float real = 1.5e3f;
  String text = "a\tb\"" + letter + 1 + 2L + null + 'c';
  String block = """
      Hello, \
      "world"
        \u00e4 end\s
      """;
  T[] array;
  List<? extends T> readers;
  Map<String, ? super Integer>[] maps;

  int arithmetic(int a, Integer b, long c) {
    a += b * 2;
    a <<= 1;
    a >>>= c;
    total ^= ~a & 0xFFL | -c;
    small += a;
    int d = a++ + ++a - b-- - --b;
    boolean same = a == b ^ c != d;
    return same ? (int) (a % c) : d / 2;
  }

  Object arrays(int n) {
    int[][] table = new int[n][];
    String[][] names = {{"a"}, {}};
    table[n - 1] = new int[] {1, 2, 3};
    Object copy = table[0].clone();
    return copy == table ? names[0][n] : table.length;
  }

  <R> List<R> generic(Collection<? extends T> items, Function<? super T, ? extends R> f) {
    List<R> results = new ArrayList<>();
    for (T item : items) results.add(f.apply(item));
    return items.isEmpty() ? emptyList() : results;
  }

  void lambdas(List<String> names) {
    Comparator<String> byLength = Comparator.comparing(String::length);
    Supplier<List<String>> maker = ArrayList::new;
    Function<Integer, int[]> sized = int[]::new;
    BiFunction<String, Integer, Character> at = String::charAt;
    Runnable nothing = () -> {};
    UnaryOperator<String> trim = (final String s) -> s.trim();
    IntBinaryOperator add = (a, b) -> { int sum = a + b; return sum; };
    Supplier<Supplier<String>> nested = () -> () -> names.get(0);
    Map<Integer, List<String>> grouped = names.stream().filter(s -> !s.isEmpty()).collect(groupingBy(String::length));
    grouped.forEach((k, v) -> v.sort(byLength.thenComparing(Comparator.reverseOrder())));
    var all = new ArrayList<Map.Entry<String, Integer>>();
    all.forEach(e -> System.out.println(e.getKey().length() + e.getValue()));
    Object cast = (Runnable & Serializable) () -> this.total++;
    names.replaceAll(this::shout);
  }

  String shout(String s) { return s.toUpperCase() + add(1, 2, 3) + add() + Expressions.<String>first("a"); }

  static int add(int... xs) { return Arrays.stream(xs).sum(); }

  @SafeVarargs
  static <A> A first(A... as) { return as[0]; }

  boolean tests(Object o) {
    return o instanceof String s && s.length() > 2 || o instanceof Expressions<?> e && e.total > 0;
  }

  Class<?>[] classes() {
    class Local<X> {
      X x;
      class Member { X y = x; }
    }
    interface Small { int one(); }
    record Point(int x, int y) {}
    enum Side { LEFT, RIGHT }
    Small small = () -> new Point(1, 2).x();
    return new Class<?>[] {int.class, String[].class, Map.Entry.class, Local.class, Point.class, Side.LEFT.getClass()};
  }

  abstract void receive(Expressions<T> this, @SuppressWarnings({"a", "b"}) final T value) throws Exception;
}
