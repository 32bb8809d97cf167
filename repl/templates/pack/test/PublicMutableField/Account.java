public class Account {
  public int balance; // $ Alert
  public final String owner = "nobody";
  private int visits;

  public synchronized void visit() {
    visits++;
  }
}
