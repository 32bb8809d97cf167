package acc_b;
import java.util.concurrent.locks.*;
public class Acc {
    private final Lock lock = new ReentrantLock(); private int v;
    void deposit(int n) { lock.lock(); try { v += n; } finally { lock.unlock(); } }
    void transfer(Acc to, int n) { lock.lock(); try { v -= n; to.deposit(n); } finally { lock.unlock(); } }
    public static void main(String[] x) { Acc a = new Acc(), b = new Acc(); new Thread(() -> a.transfer(b, 1)).start(); new Thread(() -> a.transfer(b, 2)).start(); }
}
