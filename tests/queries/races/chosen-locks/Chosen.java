import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The lesser one of two accounts is locked first, then the other one: both are locked. */
class Account {
    private final long id;
    private long balance;

    Account(long id) { this.id = id; }

    static void move(Account from, Account to, long amount) {
        Account first = from.id < to.id ? from : to;
        Account second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }
}

/** As before, with two variables that are swapped. */
class Swapped {
    private final long id;
    private long balance;

    Swapped(long id) { this.id = id; }

    static void move(Swapped from, Swapped to, long amount) {
        Swapped first = from;
        Swapped second = to;
        if (to.id < from.id) {
            first = to;
            second = from;
        }
        synchronized (first) {
            synchronized (second) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }
}

/** Locks in fields of the two. */
class Purse {
    private final long id;
    private final Lock lock = new ReentrantLock();
    private long coins;

    Purse(long id) { this.id = id; }

    static void move(Purse from, Purse to, long amount) {
        Lock first = from.id < to.id ? from.lock : to.lock;
        Lock second = from.id < to.id ? to.lock : from.lock;
        first.lock();
        try {
            second.lock();
            try {
                from.coins -= amount;
                to.coins += amount;
            } finally {
                second.unlock();
            }
        } finally {
            first.unlock();
        }
    }
}

/** Only one of the two is locked. */
class Careless {
    private final long id;
    private long balance;

    Careless(long id) { this.id = id; }

    static void move(Careless from, Careless to, long amount) {
        Careless first = from.id < to.id ? from : to;
        synchronized (first) {
            from.balance -= amount;
            to.balance += amount;
        }
    }
}

class Bank {
    public static void main(String[] args) {
        Account a = new Account(1);
        Account b = new Account(2);
        new Thread(() -> Account.move(a, b, 1)).start();
        new Thread(() -> Account.move(b, a, 1)).start();
        Swapped c = new Swapped(1);
        Swapped d = new Swapped(2);
        new Thread(() -> Swapped.move(c, d, 1)).start();
        new Thread(() -> Swapped.move(d, c, 1)).start();
        Purse e = new Purse(1);
        Purse f = new Purse(2);
        new Thread(() -> Purse.move(e, f, 1)).start();
        new Thread(() -> Purse.move(f, e, 1)).start();
        Careless g = new Careless(1);
        Careless h = new Careless(2);
        new Thread(() -> Careless.move(g, h, 1)).start();
        new Thread(() -> Careless.move(h, g, 1)).start();
    }
}
