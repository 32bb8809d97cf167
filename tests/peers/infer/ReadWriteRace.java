package infer;

/** THREAD_SAFETY_VIOLATION: what is asked may change before it is written. */
@ThreadSafe
class ReadWriteRace {
    private int balance;

    public void deposit(int amount) {
        if (amount > 0) {
            balance += amount; // BAD java/not-threadsafe
        }
    }

    public int withdraw(int amount) {
        if (amount >= 0 && balance - amount >= 0) { // MISSED one finding a cause: the finding of `deposit` names this read
            balance -= amount;
            return balance;
        }
        return 0;
    }
}
