import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A closed program: what the main thread does before it starts the others, while they run, and after. */
class Main {
    static class Shared {
        int before; // GOOD: written before the start
        int during; // BAD: written while the thread runs
        int after; // GOOD: read when the thread has ended
        int future; // GOOD: read when the task has ended
        int pooled; // GOOD: read when all tasks have ended
        int latched; // GOOD: read when the task has counted down
        int late; // BAD: written by the task after it has counted down
        int several; // BAD: two threads of a loop write it
        int joined; // GOOD: read when the threads of the loop have ended
        int sequential; // GOOD: the first has ended when the second starts
        int inCallee; // GOOD: a callee starts, this reads only after it has joined
    }

    static class Worker extends Thread {
        final Shared state;

        Worker(Shared state) {
            this.state = state;
        }

        @Override
        public void run() {
            if (state.before > 0) {
                state.during++;
            }
            state.after++;
        }
    }

    static class Repeated extends Thread {
        final Shared state;

        Repeated(Shared state) {
            this.state = state;
        }

        @Override
        public void run() {
            synchronized (state) {
                state.joined++;
            }
            state.several *= 2;
        }
    }

    static class Once extends Thread {
        final Shared state;

        Once(Shared state) {
            this.state = state;
        }

        @Override
        public void run() {
            state.sequential++;
        }
    }

    static class Callee extends Thread {
        final Shared state;

        Callee(Shared state) {
            this.state = state;
        }

        @Override
        public void run() {
            state.inCallee++;
        }
    }

    static void startAndJoin(Callee callee) throws InterruptedException {
        callee.start();
        callee.join();
    }

    public static void main(String[] args) throws Exception {
        Shared state = new Shared();
        state.before = args.length;
        Worker worker = new Worker(state);
        worker.start();
        state.during--;
        worker.join();
        System.out.println(state.after);

        ExecutorService pool = Executors.newCachedThreadPool();
        Future<?> future = pool.submit(() -> {
            state.future++;
        });
        future.get();
        System.out.println(state.future);

        CountDownLatch latch = new CountDownLatch(1);
        ExecutorService second = Executors.newCachedThreadPool();
        second.submit(() -> {
            state.latched++;
            latch.countDown();
        });
        latch.await();
        System.out.println(state.latched);

        CountDownLatch early = new CountDownLatch(1);
        second.submit(() -> {
            early.countDown();
            state.late++;
        });
        early.await();
        System.out.println(state.late);

        ExecutorService third = Executors.newCachedThreadPool();
        third.submit(() -> {
            state.pooled++;
        });
        third.shutdown();
        third.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(state.pooled);

        List<Repeated> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Repeated repeated = new Repeated(state);
            all.add(repeated);
            repeated.start();
        }
        for (Repeated repeated : all) {
            repeated.join();
        }
        System.out.println(state.joined);

        Once first = new Once(state);
        first.start();
        first.join();
        state.sequential++;

        state.inCallee = 1;
        startAndJoin(new Callee(state));
        state.inCallee = 2;
    }
}
