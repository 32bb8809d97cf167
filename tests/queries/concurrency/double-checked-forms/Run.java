class Run {
    static final class Pot { final String s; Pot(String s) { this.s = s; } }
    private static Pot pot;
    static Pot pot() {
        Pot p = pot;
        if (p == null) {
            synchronized (Run.class) {
                p = pot;
                if (p == null) pot = p = new Pot("a");
            }
        }
        return p;
    }
    public static void main(String[] a) {
        new Thread(Run::pot).start();
        new Thread(() -> System.out.println(pot().s)).start();
    }
}
