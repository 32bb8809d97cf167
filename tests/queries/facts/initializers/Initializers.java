class Base {
  Base() {}
  Base(int n) {}
}

class Initializers extends Base {
  int first = 1;
  int second;
  { second = first > 0 ? 2 : 3; }

  Initializers() { after(); }

  Initializers(int n) {
    super(n);
    after();
  }

  Initializers(String s) {
    this();
    after();
  }

  Initializers(long n) {
    if (n < 0) throw new IllegalArgumentException();
    super((int) n);
    after();
  }

  void after() {}
}

class Implicit {
  final Object lock = new Object();
}

enum Kinds {
  A, B("b");
  final String text;
  int count = 1;
  Kinds() { this(""); }
  Kinds(String text) { this.text = text; }
}

class NoInitializers extends Base {
  static int n = 1;
  NoInitializers() { super(1); }
}
