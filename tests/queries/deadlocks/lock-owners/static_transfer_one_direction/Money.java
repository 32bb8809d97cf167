package static_transfer_one_direction;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Money {
    static class Acc { int v; final Lock lock = new ReentrantLock(); }
    static void move(Acc f, Acc t, int n) { f.lock.lock(); try { t.lock.lock(); try { f.v -= n; t.v += n; } finally { t.lock.unlock(); } } finally { f.lock.unlock(); } }
    public static void main(String[] x) { Acc a = new Acc(), b = new Acc(); new Thread(() -> move(a, b, 1)).start(); new Thread(() -> move(a, b, 2)).start(); }
}
