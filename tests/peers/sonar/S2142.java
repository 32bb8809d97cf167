package sonar;

/** S2142: an interrupt that nobody hears of. */
class S2142 implements Runnable {
    @Override public void run() {
        try {
            while (true) {
                Thread.sleep(100);
                System.out.println("works");
            }
        } catch (InterruptedException e) { // BAD java/swallowed-interrupt
            System.out.println("interrupted");
        }
    }

    static class Good implements Runnable {
        @Override public void run() {
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
