import java.util.List;

class Ssa {
  int field;
  final int fixed = 1;
  volatile int shared;
  Ssa next;

  int straight(int p) {
    int x = p;
    x = x + 1;
    x += 2;
    x++;
    return x;
  }

  int joined(boolean c) {
    int x;
    if (c) {
      x = 1;
    } else {
      x = 2;
    }
    return x;
  }

  int looped(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum = sum + i;
    }
    return sum;
  }

  int each(List<String> list) {
    int length = 0;
    for (String s : list) {
      length += s.length();
    }
    return length;
  }

  int fields() {
    field = 1;
    int a = field;
    change();
    int b = field + fixed + shared;
    return a + b;
  }

  void change() {
    field++;
  }

  int qualified(Ssa other) {
    other.field = 3;
    int a = other.field;
    other = next;
    return a + other.field;
  }

  Runnable captured(String text) {
    String copy = text;
    return () -> System.out.println(copy);
  }

  int matched(Object o) {
    if (o instanceof String s) {
      return s.length();
    }
    return 0;
  }

  void caught() {
    int tries = 0;
    try {
      tries = 1;
      change();
    } catch (RuntimeException e) {
      throw new IllegalStateException("after " + tries, e);
    }
  }
}
