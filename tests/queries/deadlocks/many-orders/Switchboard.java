/** Four locks, and six pairs of them in both orders: one finding stands for all. */
class Switchboard {
  private final Object north = new Object();
  private final Object south = new Object();
  private final Object east = new Object();
  private final Object west = new Object();
  private int calls;

  void northThenSouth() {
    synchronized (north) {
      synchronized (south) {
        calls++;
      }
    }
  }

  void southThenNorth() {
    synchronized (south) {
      synchronized (north) {
        calls++;
      }
    }
  }

  void northThenEast() {
    synchronized (north) {
      synchronized (east) {
        calls++;
      }
    }
  }

  void eastThenNorth() {
    synchronized (east) {
      synchronized (north) {
        calls++;
      }
    }
  }

  void northThenWest() {
    synchronized (north) {
      synchronized (west) {
        calls++;
      }
    }
  }

  void westThenNorth() {
    synchronized (west) {
      synchronized (north) {
        calls++;
      }
    }
  }

  void southThenEast() {
    synchronized (south) {
      synchronized (east) {
        calls++;
      }
    }
  }

  void eastThenSouth() {
    synchronized (east) {
      synchronized (south) {
        calls++;
      }
    }
  }

  void southThenWest() {
    synchronized (south) {
      synchronized (west) {
        calls++;
      }
    }
  }

  void westThenSouth() {
    synchronized (west) {
      synchronized (south) {
        calls++;
      }
    }
  }

  void eastThenWest() {
    synchronized (east) {
      synchronized (west) {
        calls++;
      }
    }
  }

  void westThenEast() {
    synchronized (west) {
      synchronized (east) {
        calls++;
      }
    }
  }
}

/** Two pairs in both orders, beside one for which a third lock is a gate: each of the two is reported. */
class Panel {
  private final Object red = new Object();
  private final Object green = new Object();
  private final Object blue = new Object();
  private int lit;

  void on() {
    synchronized (red) {
      synchronized (green) {
        synchronized (blue) {
          lit++;
        }
      }
    }
  }

  void off() {
    synchronized (blue) {
      synchronized (green) {
        synchronized (red) {
          lit--;
        }
      }
    }
  }
}
