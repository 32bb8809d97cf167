class Calc {
    private int result;
    public static void main(String[] args) throws Exception {
        Calc c = new Calc();
        Thread t = new Thread(() -> c.result = 42);
        t.start();
        while (t.isAlive()) Thread.sleep(10);
        System.out.println(c.result);
    }
}
