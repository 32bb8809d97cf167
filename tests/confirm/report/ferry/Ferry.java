package report.ferry;

/** Paper 3: the position of a buoy is asked for twice, under its lock each time, and it may drift in between. */
public class Ferry {
    final Buoy home = new Buoy();
    final Buoy shore = new Buoy();

    public synchronized boolean isOnCourse(Buoy buoy) {
        double one = buoy.distance(home);
        double other = buoy.distance(shore);
        return one + other < 1.01 * home.distance(shore);
    }
}

class Buoy {
    private double east;
    private double north;

    synchronized double east() {
        return east;
    }

    synchronized double north() {
        return north;
    }

    synchronized double distance(Buoy other) {
        return Math.hypot(other.east() - east, other.north() - north);
    }

    synchronized void drift(double toEast, double toNorth) {
        east += toEast;
        north += toNorth;
    }
}
