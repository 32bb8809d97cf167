import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A closed program: what orders threads, each once right and once wrong. */
class Handshakes {
    static class Shared {
        int barrier; // GOOD: written before the barrier, read behind it
        int afterBarrier; // BAD: written behind the barrier
        int phaser; // GOOD
        int beforeArrival; // BAD: read before the others have arrived
        int semaphore; // GOOD: released when it is written
        int released; // BAD: written when it has been released
        int all; // GOOD: all futures have ended
        int one; // BAD: only the other future is waited for
        int serial; // GOOD: one thread runs both tasks
        int crossing; // BAD: the tasks of two executors
        int awaited; // GOOD: all tasks have ended
        int shutdown; // BAD: the tasks may still run
        int timed; // GOOD: one timer runs both
        int message; // GOOD: a volatile field announces it
        int afterwards; // BAD: written when it has been announced
        volatile boolean ready;
    }

    static class Publisher extends Thread {
        final Shared state;

        Publisher(Shared state) {
            this.state = state;
        }

        @Override
        public void run() {
            state.message = 1;
            state.ready = true;
            state.afterwards = 1;
        }
    }

    static class Reader extends Thread {
        final Shared state;

        Reader(Shared state) {
            this.state = state;
        }

        @Override
        public void run() {
            if (state.ready) {
                System.out.println(state.message);
                System.out.println(state.afterwards);
            }
        }
    }

    static class Settings {
        final int limit; // GOOD: final
        static int count; // GOOD: written when the class is initialised
        static int late; // BAD: written by a method

        static {
            count = 3;
        }

        Settings(int limit) {
            this.limit = limit;
        }

        static void change() {
            late = late * 2 + 1;
        }
    }

    static class Holder {
        static final Lazy INSTANCE = new Lazy();
    }

    static class Lazy {
        int value; // GOOD: written when the holder is initialised

        Lazy() {
            value = 5;
        }
    }

    public static void main(String[] args) throws Exception {
        Shared state = new Shared();

        CyclicBarrier barrier = new CyclicBarrier(2);
        new Thread(() -> {
            state.barrier = 1;
            try {
                barrier.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }).start();
        barrier.await();
        System.out.println(state.barrier);

        CyclicBarrier early = new CyclicBarrier(2);
        new Thread(() -> {
            await(early);
            state.afterBarrier = 1;
        }).start();
        early.await();
        System.out.println(state.afterBarrier);

        Phaser phaser = new Phaser(2);
        new Thread(() -> {
            state.phaser = 1;
            phaser.arrive();
        }).start();
        phaser.arriveAndAwaitAdvance();
        System.out.println(state.phaser);

        Phaser second = new Phaser(2);
        new Thread(() -> {
            state.beforeArrival = 1;
            second.arrive();
        }).start();
        System.out.println(state.beforeArrival);
        second.arriveAndAwaitAdvance();

        Semaphore permits = new Semaphore(0);
        new Thread(() -> {
            state.semaphore = 1;
            permits.release();
        }).start();
        permits.acquire();
        System.out.println(state.semaphore);

        Semaphore soon = new Semaphore(0);
        new Thread(() -> {
            soon.release();
            state.released = 1;
        }).start();
        soon.acquire();
        System.out.println(state.released);

        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> state.all = 1);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> state.one = 1);
        CompletableFuture.allOf(first).join();
        System.out.println(state.all);
        System.out.println(state.one);

        ExecutorService single = Executors.newSingleThreadExecutor();
        single.execute(() -> state.serial = state.serial * 2 + 1);
        single.execute(() -> state.serial = state.serial * 3 + 1);

        ExecutorService another = Executors.newSingleThreadExecutor();
        single.execute(() -> state.crossing = state.crossing * 2 + 1);
        another.execute(() -> state.crossing = state.crossing * 3 + 1);

        ExecutorService pool = Executors.newCachedThreadPool();
        pool.execute(() -> state.awaited = 1);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(state.awaited);

        ExecutorService left = Executors.newCachedThreadPool();
        left.execute(() -> state.shutdown = 1);
        left.shutdown();
        System.out.println(state.shutdown);

        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                state.timed = state.timed * 2 + 1;
            }
        }, 10);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                state.timed = state.timed * 3 + 1;
            }
        }, 20);

        new Publisher(state).start();
        new Reader(state).start();

        Settings settings = new Settings(7);
        new Thread(() -> {
            System.out.println(settings.limit + Settings.count + Holder.INSTANCE.value);
            Settings.change();
        }).start();
        System.out.println(settings.limit + Settings.count + Holder.INSTANCE.value);
        Settings.change();
    }

    static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
