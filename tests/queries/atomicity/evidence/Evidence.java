/** What two questions find is combined, or what the first found is set by the second. */
class Frame {
  private int left;
  private int right;
  private final Corner inner = new Corner();
  public Corner known = new Corner();

  synchronized boolean covers(Corner corner) {
    return corner.x() >= left && corner.x() + corner.y() <= right; // BAD: x and y are moved together
  }

  synchronized boolean coversLocked(Corner corner) {
    synchronized (corner) {
      return corner.x() >= left && corner.x() + corner.y() <= right;
    }
  }

  synchronized void widen(int by) {
    left -= by;
    right += by;
  }

  synchronized boolean overlaps(Frame other) {
    int begin = other.left();
    int end = other.right(); // BAD
    return begin < right && end > left;
  }

  synchronized int left() { return left; }

  synchronized int right() { return right; }

  synchronized void push(Corner corner) {
    corner.setX(corner.x() + 1); // BAD
  }

  synchronized void pushInner() {
    inner.setX(inner.x() + 1); // fine: nobody else knows it
  }

  synchronized void pushKnown() {
    int x = known.x();
    known.setX(x + 1); // BAD
  }

  synchronized Corner copy(Corner corner) {
    return new Corner(corner.x(), corner.y()); // BAD: half of one place, half of another
  }

  synchronized int size(Fixed fixed) {
    return fixed.a() + fixed.b(); // fine: nothing changes it
  }
}

class Corner {
  private int x;
  private int y;

  Corner() {}

  Corner(int x, int y) {
    this.x = x;
    this.y = y;
  }

  synchronized int x() { return x; }

  synchronized int y() { return y; }

  synchronized void setX(int x) { this.x = x; }

  synchronized void move(int x, int y) {
    this.x = x;
    this.y = y;
  }
}

class Fixed {
  private final int a = 1;
  private final int b = 2;

  synchronized int a() { return a; }

  synchronized int b() { return b; }
}
