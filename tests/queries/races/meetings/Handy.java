import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

/** What threads are handed, and what each has for itself. */
class Handy extends Thread {
    private static final ThreadLocal<StringBuilder> TEXT = ThreadLocal.withInitial(StringBuilder::new);
    private static final StringBuilder COMMON = new StringBuilder();
    private final long[] sums;
    private final int number;
    private final List<Integer> seen;

    Handy(int number, long[] sums, List<Integer> seen) {
        this.number = number;
        this.sums = sums;
        this.seen = seen;
    }

    @Override
    public void run() {
        sums[number] += 1;
        seen.add(number); // Race: all have the list.
        StringBuilder text = TEXT.get();
        text.setLength(0);
        text.append(number);
        COMMON.append(text); // Race.
    }

    static class Part extends RecursiveAction {
        static int parts;
        private final int size;

        Part(int size) {
            this.size = size;
        }

        @Override
        protected void compute() {
            parts = parts * 2 + 1; // Race.
            if (size > 1) {
                invokeAll(new Part(size / 2), new Part(size - size / 2));
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long[] sums = new long[4];
        List<Integer> seen = new java.util.ArrayList<>();
        Handy[] all = new Handy[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Handy(i, sums, seen);
            all[i].start();
        }
        for (Handy h : all) {
            h.join();
        }
        System.out.println(sums[0] + seen.size());
        new ForkJoinPool().invoke(new Part(100));
    }
}
