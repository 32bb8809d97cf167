package report.purse;

/** Paper 5: two threads pay into one purse that has no lock. */
public class Purse {
    private int coins;

    void pay(int more) {
        coins = coins + more;
    }

    int coins() {
        return coins;
    }

    public static void main(String[] args) throws InterruptedException {
        Purse purse = new Purse();
        Thread one = new Thread(() -> purse.pay(10));
        Thread other = new Thread(() -> purse.pay(10));
        one.start();
        other.start();
        one.join();
        other.join();
        System.out.println(purse.coins());
    }
}
