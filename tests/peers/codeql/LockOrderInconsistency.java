package codeql;

/** java/lock-order-inconsistency: two locks taken in both orders. */
class LockOrderInconsistency {
    private final Object cashLock = new Object();
    private final Object bankLock = new Object();
    private int cash;
    private int bank;

    public boolean save(int amount) {
        synchronized (cashLock) {
            synchronized (bankLock) { // BAD java/lock-order-inconsistency
                if (amount > 0 && cash >= amount) {
                    cash -= amount;
                    bank += amount;
                    return true;
                }
            }
        }
        return false;
    }

    public boolean withdraw(int amount) {
        synchronized (bankLock) {
            synchronized (cashLock) {
                if (amount > 0 && bank >= amount) {
                    bank -= amount;
                    cash += amount;
                    return true;
                }
            }
        }
        return false;
    }
}
