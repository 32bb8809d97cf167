class Moves {
    private final Object[] locks = new Object[16];
    private final int[] counts = new int[16];
    private int moves;
    Moves() { for (int i = 0; i < 16; i++) locks[i] = new Object(); }
    void move(int a, int b) {
        synchronized (locks[a]) {
            synchronized (locks[b]) {
                counts[a]--;
                counts[b]++;
                moves++;
            }
        }
    }
    public static void main(String[] args) {
        Moves s = new Moves();
        new Thread(() -> s.move(1, 2)).start();
        new Thread(() -> s.move(3, 4)).start();
    }
}
