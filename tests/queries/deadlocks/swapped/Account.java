/** Two objects of one class, locked in the order of the arguments. */
public class Account {
    private int balance;
    private final Object lock = new Object();
    private final int number;

    public Account(int number) {
        this.number = number;
    }

    public synchronized void transfer(Account to, int amount) { // BAD
        balance -= amount;
        to.deposit(amount);
    }

    public synchronized void deposit(int amount) {
        balance += amount;
    }

    public void transferInBlocks(Account to, int amount) {
        synchronized (this) { // BAD
            synchronized (to) {
                balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void move(Account from, Account to, int amount) {
        synchronized (from) { // BAD
            synchronized (to) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void moveInOrder(Account from, Account to, int amount) {
        Account first;
        Account second;
        if (from.number < to.number) {
            first = from;
            second = to;
        } else {
            first = to;
            second = from;
        }
        synchronized (first) { // GOOD: the smaller number first
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public synchronized void again(int amount) { // GOOD: the same object
        deposit(amount);
        this.deposit(amount);
    }

    public void swapLocks(Account to, int amount) {
        synchronized (lock) { // BAD: the locks of two accounts
            synchronized (to.lock) {
                balance -= amount;
                to.balance += amount;
            }
        }
    }

    private final Object outer = new Object();

    public void twoLocks() {
        synchronized (outer) { // GOOD: two locks of one account
            synchronized (lock) {
                balance++;
            }
        }
    }
}
