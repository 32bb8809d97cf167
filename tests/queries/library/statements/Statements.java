class Statements {
  int x;

  void all(int[] a, Object o) throws Exception {
    if (x > 0) x = 1; else x = 2;
    for (int i = 0, j = 1; i < 3; i++, j--) { x = i + j; }
    for (int e : a) { continue; }
    outer:
    while (x > 0) {
      do { break outer; } while (x > 1);
    }
    synchronized (o) { ; }
    try (AutoCloseable r = open(); r) {
      throw new IllegalStateException();
    } catch (IllegalArgumentException | IllegalStateException e) {
      x = 3;
    } catch (RuntimeException e) {
      x = 4;
    } finally {
      x = 5;
    }
    switch (x) {
      case 1:
      case 2:
        x = 6;
        break;
      default:
        x = 7;
    }
    int y = switch (x) {
      case 8, 9 -> {
        yield 10;
      }
      default -> 11;
    };
    assert x > 0 : "positive";
    class Local {}
    return;
  }

  AutoCloseable open() { return null; }
}
