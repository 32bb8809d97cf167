/** A thread that its object keeps: what it does, and what others do when it has ended. */
class Sampler {
    private Thread thread;
    private int samples; // GOOD: read after the end of the one thread
    private int early; // BAD: read while it runs
    private volatile boolean stopped;

    synchronized void start() {
        if (thread == null) {
            thread = new Thread(() -> {
                while (!stopped) {
                    samples++;
                    early++;
                }
            });
            thread.start();
        }
    }

    synchronized int stop() throws InterruptedException {
        if (thread == null) {
            return 0;
        }
        stopped = true;
        int before = early;
        thread.join();
        return before + samples;
    }
}

/** Each start makes one more thread. */
class Restarted {
    private Thread thread;
    private int samples; // BAD: two threads count

    synchronized void start() {
        thread = new Thread(() -> samples++);
        thread.start();
    }

    synchronized int stop() throws InterruptedException {
        thread.join();
        return samples;
    }
}

class Main {
    public static void main(String[] args) throws InterruptedException {
        Sampler sampler = new Sampler();
        sampler.start();
        new Thread(sampler::start).start();
        System.out.println(sampler.stop());
        Restarted restarted = new Restarted();
        restarted.start();
        restarted.start();
        System.out.println(restarted.stop());
    }
}
