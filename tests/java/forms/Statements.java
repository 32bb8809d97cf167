package forms;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Statements of JLS 14, with every way out of them. */
class Statements implements Closeable {
  private int count;
  private final Object lock = new Object();

  int loops(int[] xs, List<String> names) {
    int sum = 0;
    outer:
    for (int i = 0, n = xs.length; i < n; i++, sum += i) {
      for (int x : xs) {
        if (x < 0) continue outer;
        if (x == 0) break;
        if (x > 100) break outer;
        sum += x;
      }
    }
    for (String name : names) sum += name.length();
    for (;;) {
      if (sum++ > 10) break;
    }
    while (sum > 0 && xs.length > sum) sum--;
    do {
      sum -= 2;
      if (sum == 5) continue;
      sum--;
    } while (sum > 0 || names.isEmpty());
    return sum;
  }

  void forever() {
    while (true) {
      count++;
    }
  }

  int branches(boolean a, boolean b) {
    if (a) return 1;
    else if (b) {
      count = a ? 1 : b ? 2 : 3;
    } else {
      count--;
    }
    ;
    { int local = count; count = local; }
    return (a && !b) || (count > 1) ? -1 : +1;
  }

  String exceptions(String path) throws IOException {
    try (Statements first = new Statements(); Statements second = open(path)) {
      first.check(path);
      return "done";
    } catch (IllegalStateException | IllegalArgumentException e) {
      throw new IOException(e);
    } catch (RuntimeException e) {
      if (e.getCause() == null) throw e;
      return e.getMessage();
    } finally {
      count++;
    }
  }

  int nestedFinally(int n) {
    while (n > 0) {
      try {
        try {
          if (n == 3) continue;
          if (n == 4) break;
          if (n == 5) return n;
          check(null);
        } finally {
          n--;
        }
      } catch (Exception e) {
        n -= 2;
      } finally {
        synchronized (lock) {
          count = n;
        }
      }
    }
    return count;
  }

  void existing(Statements resource) {
    try (resource) {
      assert resource != null : "no resource";
    }
    if (check("x")) count++;
    try {
      if (check("y") && check("z")) count--;
      while (check("w")) count++;
    } catch (RuntimeException ignored) {
      // Nothing to do.
    }
  }

  synchronized boolean check(String text) {
    assert count >= 0;
    return text != null;
  }

  static Statements open(String path) throws IOException {
    if (path.isEmpty()) throw new IOException("empty");
    return new Statements();
  }

  int unreachable() {
    label: {
      if (count > 0) break label;
      return 1;
    }
    return 2;
  }

  @Override
  public void close() {}
}
