package spotbugs;

/** AT_NONATOMIC_64BIT_PRIMITIVE: a long of which a reader may see half. */
class AtNonatomic64Bit implements Runnable {
    private long stamp;
    private volatile long goodStamp;

    @Override public void run() {
        stamp = System.nanoTime();
        goodStamp = stamp;
    }

    public static void main(String[] args) {
        AtNonatomic64Bit shared = new AtNonatomic64Bit();
        new Thread(shared).start();
        System.out.println(shared.stamp); // BAD java/race
        System.out.println(shared.goodStamp); // GOOD
    }
}
