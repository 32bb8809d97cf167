package acc_c;
import java.util.concurrent.locks.*;
public class Acc {
    private final Lock lock = new ReentrantLock(); private int v;
    void transfer(Acc to, int n) { lock.lock(); try { to.lock.lock(); try { v -= n; to.v += n; } finally { to.lock.unlock(); } } finally { lock.unlock(); } }
    public static void main(String[] x) { Acc a = new Acc(), b = new Acc(); new Thread(() -> a.transfer(b, 1)).start(); new Thread(() -> b.transfer(a, 2)).start(); }
}
