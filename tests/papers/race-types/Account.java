/** Paper 5, section 2: two threads pay in, and the balance may be 10. */
public class Account {
    int balance = 0;

    int deposit(int x) {
        this.balance = this.balance + x; // reported: java/race
        return this.balance;
    }

    public static void main(String[] args) {
        Account a = new Account();
        new Thread(() -> a.deposit(10)).start();
        new Thread(() -> a.deposit(10)).start();
    }
}
