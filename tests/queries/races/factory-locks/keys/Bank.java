package keys;

import java.util.concurrent.*;
public class Bank {
    private final ConcurrentHashMap<String, Object> locks = new ConcurrentHashMap<>();
    private long total;
    public void deposit(String id, long amount) {
        Object lock = locks.computeIfAbsent(id, k -> new Object());
        synchronized (lock) { total += amount; } // BAD
    }
    public static void main(String[] args) {
        Bank bank = new Bank();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        for (String id : args) pool.execute(() -> bank.deposit(id, 1));
    }
}
