package spotbugs;

/** AT_STALE_THREAD_WRITE_OF_PRIMITIVE: a flag that the thread may never see. */
class AtStaleThreadWrite extends Thread {
    private boolean stopped;

    @Override public void run() {
        while (!stopped) { // BAD java/spin-on-field
            Thread.onSpinWait();
        }
    }

    public void end() { stopped = true; }

    static class GoodThread extends Thread {
        private volatile boolean stopped;

        @Override public void run() {
            while (!stopped) {
                Thread.onSpinWait();
            }
        }

        public void end() { stopped = true; }
    }
}
