/** Figure 1: `contains` measures twice, and the spot can move in between. */
class Segment {
  private Spot from, to;

  synchronized boolean contains(Spot spot) {
    double toStart = spot.distanceTo(from);
    double toEnd = spot.distanceTo(to); // BAD
    double length = from.distanceTo(to);
    return toStart + toEnd <= 1.001 * length;
  }

  /** The repaired form: the spot is held for both measures. */
  synchronized boolean containsRepaired(Spot spot) {
    double toStart, toEnd;
    synchronized (spot) {
      toStart = spot.distanceTo(from);
      toEnd = spot.distanceTo(to);
    }
    return toStart + toEnd <= 1.001 * from.distanceTo(to);
  }

  /** A caller that holds the spot is no excuse for `contains`. */
  boolean isOn(Spot spot) {
    synchronized (spot) {
      return contains(spot);
    }
  }
}

class Spot {
  private double x, y;

  synchronized double distanceTo(Spot other) {
    return Math.hypot(other.x - x, other.y - y);
  }

  synchronized void moveBy(double dx, double dy) {
    x += dx;
    y += dy;
  }
}
