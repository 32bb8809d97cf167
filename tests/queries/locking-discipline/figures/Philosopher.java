/** Figure 2: a philosopher. */
public class Philosopher extends Thread {
  private final Fork left;
  private final Fork right;

  Philosopher(String name, Fork left, Fork right) {
    super(name);
    // a fixed ordering avoids deadlock
    if (left.compareTo(right) < 0) {
      this.left = left; this.right = right;
    } else {
      this.left = right; this.right = left;
    }
  }

  public void run() {
    while (true) {
      think();
      synchronized (left) {
        left.pickUp(this);
        synchronized (right) {
          right.pickUp(this);
          eat();
          right.drop();
        }
        left.drop();
      }
    }
  }

  private void think() { }

  private void eat() { }
}

/** The client program that the paper speaks of: it makes forks and philosophers and starts these. */
class Dinner {
  public static void main(String[] args) {
    Fork[] forks = new Fork[5];
    for (int i = 0; i < forks.length; i++)
      forks[i] = new Fork();
    for (int i = 0; i < forks.length; i++)
      new Philosopher("philosopher " + i, forks[i], forks[(i + 1) % forks.length]).start();
  }
}
