class Flow {
  int f;
  boolean p, q;

  void branch(int x) {
    if (p && !q) {
      f = 1;
    } else {
      f = 2;
    }
    f = 3;
  }

  void loop(int n) {
    for (int i = 0; i < n; i++) {
      if (p) {
        continue;
      }
      f = 4;
    }
    f = 5;
  }

  void closed(Object lock) {
    try {
      risky();
      f = 6;
    } catch (RuntimeException e) {
      f = 7;
    } finally {
      f = 8;
    }
    f = 9;
  }

  void risky() {}

  int early() {
    if (p) {
      return 10;
    }
    synchronized (this) {
      f = 11;
    }
    return 12;
  }

  void never() {
    while (true) {
      f = 13;
    }
  }
}
