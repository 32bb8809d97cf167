class OtherStripe {
    private final Object[] locks = {new Object(), new Object()};
    private final int[] counts = new int[2];

    void up(int a, int b) {
        synchronized (locks[a]) {
            counts[b]++; // the stripe of another element
        }
    }

    public static void main(String[] args) {
        OtherStripe s = new OtherStripe();
        new Thread(() -> s.up(0, 1)).start();
        new Thread(() -> s.up(1, 1)).start();
    }
}
