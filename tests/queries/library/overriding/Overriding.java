package overriding;

import java.util.List;

abstract class Base<X> {
  abstract <T extends X> void bounded(T t, int i);

  abstract <T> void listed(List<T> l, T[] a);
}

class Derived extends Base<String> {
  // Another name for the type variable, whose bound is what the supertype's argument makes of it.
  @Override
  <U extends String> void bounded(U u, int i) {}

  @Override
  <U> void listed(List<U> l, U[] a) {}

  <U extends Integer> void bounded(U u, int i) {}
}

class Constants {
  static final double HALF = 0.5;
  static final String SUM = "a" + 1.5 + 2f + HALF + -3.25e10 + 7L + -0.0 + -(-4L);
  static final String MIXED = "b" + 1 + 'c' + true;
  static final double WIDENED = 1;
  static final String UNKNOWN = "d" + WIDENED;
}
