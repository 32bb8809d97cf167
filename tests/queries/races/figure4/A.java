public class A {
    int f;

    public A() {
        this.f = 0;
    }

    private int rd() {
        return this.f;
    }

    private int wr(int x) {
        this.f = x;
        return x;
    }

    public int get() {
        return this.rd();
    }

    public synchronized int inc() {
        int t = this.rd() + (new A()).wr(1);
        return this.wr(t);
    }
}
