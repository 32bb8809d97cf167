package errorprone;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** GuardedBy: a field and a method that name their lock. */
class GuardedByExamples {
    @interface GuardedBy {
        String value();
    }

    static class Account {
        @GuardedBy("this")
        private int balance;

        public synchronized int goodRead() { return balance; }

        public synchronized void goodWithdraw(int amount) { setBalance(balance - amount); }

        public void badDeposit(int amount) {
            setBalance(balance + amount); // BAD java/not-threadsafe
        }

        @GuardedBy("this")
        private void setBalance(int value) { balance = value; }
    }

    static class Explicit {
        private final Lock lock = new ReentrantLock();

        @GuardedBy("lock")
        private int count;

        void both() {
            count++; // BAD java/not-threadsafe
            lock.lock();
            try {
                count++; // GOOD
            } finally {
                lock.unlock();
            }
        }
    }
}
