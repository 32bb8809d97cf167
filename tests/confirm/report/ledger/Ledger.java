package report.ledger;

/** One method forgets the lock. */
public class Ledger {
    private long balance;

    public synchronized void deposit(long amount) {
        balance += amount;
    }

    public void withdraw(long amount) {
        balance -= amount;
    }

    public synchronized long balance() {
        return balance;
    }
}
