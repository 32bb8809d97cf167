package rows;

/** Annotated by rows. */
class Rows {
  static class Part {
    int n;
  }

  final Object lock = new Object();
  int guarded;
  final Part part = new Part();

  void needs(int a, String b) {
    guarded = a;
  }

  void right() {
    synchronized (lock) {
      needs(1, "");
    }
    synchronized (this) {
      part.n++;
    }
  }

  void wrong() {
    needs(2, "");
    synchronized (lock) {
      part.n++;
    }
  }

  int asserts() {
    return guarded;
  }
}

class Silent {
  int n;

  void set() {
    n++;
  }
}
