/** Section 2.3: two witnesses, one after the other. */
class Transfer {
  synchronized int total(Account a, Account b) {
    int sum = a.balance();
    return sum + b.balance(); // BAD
  }

  synchronized int held(Account a, Account b) {
    synchronized (a) {
      synchronized (b) {
        return a.balance() + b.balance();
      }
    }
  }

  /** Two commands of one method, in the context of its caller. */
  synchronized void both(Account a, Account b) {
    inTurn(a, b); // BAD
  }

  private void inTurn(Account a, Account b) {
    a.deposit(1);
    b.deposit(-1);
  }

  /** No context. */
  int free(Account a, Account b) {
    return a.balance() + b.balance();
  }

  /** No way through both. */
  synchronized int either(Account a, Account b, boolean first) {
    return first ? a.balance() : b.balance();
  }
}

class Account {
  private int balance;

  synchronized int balance() { return balance; }

  synchronized void deposit(int amount) { balance += amount; }
}
