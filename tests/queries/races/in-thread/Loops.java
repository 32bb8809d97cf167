import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Code that asks whether it is on the thread in a field, and hands over what is not. */
class Loop implements Runnable {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this);
    private int handled; // GOOD: only on the thread
    private int late; // BAD: on all threads but that one
    private int checked; // GOOD: others get an exception

    private boolean inLoop() {
        return Thread.currentThread() == thread;
    }

    void begin() {
        thread.start();
    }

    void handle() {
        if (inLoop()) {
            handled++;
        } else {
            tasks.add(this::handle);
        }
    }

    void check() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException();
        }
        checked++;
    }

    void twice() {
        if (!inLoop()) {
            late++;
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                tasks.take().run();
                handle();
                check();
            }
        } catch (InterruptedException e) {
            // The end.
        }
    }
}

/** The thread puts itself into the field. */
class Executor {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private volatile Thread thread;
    private int done; // GOOD

    void begin() {
        new Thread(() -> {
            thread = Thread.currentThread();
            work();
            thread = null;
        }).start();
    }

    private void work() {
        Runnable r;
        while ((r = tasks.poll()) != null) {
            r.run();
            finished();
        }
    }

    void finished() {
        if (Thread.currentThread() == thread) {
            done++;
        }
    }

    void add(Runnable r) {
        tasks.add(r);
    }
}

/** Anybody may put any thread into the field. */
class Claimed {
    Thread owner;
    private int used; // BAD

    void claim(Thread t) {
        owner = t;
    }

    void use() {
        if (Thread.currentThread() == owner) {
            used++;
        }
    }
}

class Main {
    public static void main(String[] args) {
        Loop loop = new Loop();
        loop.begin();
        new Thread(() -> {
            loop.handle();
            loop.twice();
        }).start();
        loop.handle();
        loop.twice();
        loop.check();
        Executor executor = new Executor();
        executor.begin();
        new Thread(executor::finished).start();
        executor.finished();
        Claimed claimed = new Claimed();
        claimed.claim(Thread.currentThread());
        new Thread(claimed::use).start();
        claimed.use();
    }
}
