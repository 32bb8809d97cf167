/** Paper 3, figure 1: a point that may move between two looks at it. */
public class Line {
    private final Location from = new Location();
    private final Location to = new Location();

    public synchronized boolean contains(Location point) {
        double r1 = point.distanceTo(from);
        double r2 = point.distanceTo(to); // reported: java/atomicity-violation
        double c = from.distanceTo(to);
        return r1 + r2 <= 1.001 * c;
    }
}

class Location {
    private double x, y;

    synchronized double distanceTo(Location p) {
        return Math.sqrt(Math.pow(p.x - x, 2) + Math.pow(p.y - y, 2));
    }

    synchronized void move(double dx, double dy) {
        x += dx;
        y += dy;
    }
}
