class Flow {
  int count = one();
  int one() { return 1; }
  void sync(Object lock) { synchronized (lock) { count++; } }
  int tries() {
    try { one(); } catch (RuntimeException e) { return 1; } finally { count = 2; }
    while (true) { if (count > 1 && one() < 2) break; }
    return 0;
  }
  void endless() { for (;;) one(); }
}
class InFields {
  static int chosen = switch (Flow.class.getName()) { case "a" -> { yield 1; } default -> 2; };
}
