class Flows {
  Object held;

  Object copied(Object p, boolean c) {
    Object a = p;
    Object b = c ? a : "other";
    use(b);
    use((String) b);
    a = "new";
    return a;
  }

  void use(Object o) {}

  Object merged(boolean c) {
    Object x = "one";
    if (c) {
      x = "two";
    }
    return x;
  }

  Object stored() {
    held = "kept";
    Object first = held;
    use(first);
    return held;
  }

  Flows self() {
    Flows same = this;
    return same;
  }

  String chosen(int i) {
    return switch (i) {
      case 0 -> "zero";
      default -> {
        yield "many";
      }
    };
  }
}
