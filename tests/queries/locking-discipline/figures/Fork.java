/** Figure 1: a fork, possibly held by a philosopher. */
public class Fork implements Comparable<Fork> {
  private static int nextId = 0;
  private final int id = nextId++;
  // who is holding the fork, or null if on the table
  private Philosopher usedBy = null; // $ name=this

  void pickUp(Philosopher philosopher) {
    this.usedBy = philosopher;
  }

  void drop() {
    this.usedBy = null;
  }

  public int compareTo(Fork other) { // $ value=itself
    return id - other.id;
  }

  public synchronized String toString() {
    if (usedBy != null)
      return "fork " + id + " used by " + usedBy.getName();
    else
      return "fork " + id + " on the table";
  }
}
