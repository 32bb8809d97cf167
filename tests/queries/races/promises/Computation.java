class Computation {
    private long result;
    private boolean done;
    private synchronized void finish() { done = true; notifyAll(); }
    private synchronized void awaitDone() throws InterruptedException {
        while (!done) wait();
    }
    void begin() {
        Thread t = new Thread(() -> {
            long r = 0;
            for (int i = 0; i < 1000; i++) r += i;
            result = r;
            finish();
        });
        t.start();
    }
    long get() throws InterruptedException {
        awaitDone();
        return result;
    }
    public static void main(String[] args) throws Exception {
        Computation c = new Computation();
        c.begin();
        System.out.println(c.get());
    }
}
