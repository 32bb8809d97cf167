class Counts {
    private final Object[] locks = new Object[16];
    private final int[] counts = new int[16];
    Counts() { for (int i = 0; i < 16; i++) locks[i] = new Object(); }
    void up(int a) {
        synchronized (locks[a]) {
            counts[a]++;
        }
    }
    int get(int i) {
        synchronized (locks[i]) { return counts[i]; }
    }
    public static void main(String[] args) {
        Counts s = new Counts();
        new Thread(() -> s.up(args.length)).start();
        new Thread(() -> s.up(3)).start();
        s.get(1);
    }
}
