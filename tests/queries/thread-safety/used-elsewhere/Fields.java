package elsewhere;

/** A field that nobody else uses is the author's own affair, as long as nothing but the code shows what is meant. */
class Account {
    protected long balance; // fine
    long limit; // BAD: Bank changes it
    protected long fee; // fine: subclasses know what they do

    synchronized void add(long amount) {
        balance += amount;
        limit = Math.max(limit, balance);
        fee++;
    }
}

class Savings extends Account {
    void free() {
        fee = 0;
    }
}

class Bank {
    void close(Account account) {
        account.limit = 0;
    }
}
