class B {
    int bal;
    void add(int n) { bal = bal + n; }
}

public class T extends Thread {
    static B shared;
    private final B b;
    private final Object lock;
    T(B b, Object lock) { this.b = b; this.lock = lock; }
    public void run() {
        synchronized (lock) { b.add(1); }
    }
    public static void main(String[] args) throws Exception {
        Object l = new Object();
        B one = new B();
        B two = new B();
        new T(one, l).start();
        new T(one, l).start();
        new T(two, l).start();
        two.add(5);
    }
}
