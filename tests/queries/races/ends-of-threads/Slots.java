class Slots {
    private volatile int[] hits = new int[4];
    void hit(int i) {
        hits[i]++;
    }
    public static void main(String[] args) {
        Slots s = new Slots();
        new Thread(() -> s.hit(1)).start();
        new Thread(() -> s.hit(1)).start();
    }
}
