import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Threads that one thread starts: those that begin when others have ended, and those that do not wait. */
class Sequence {
    int joined; // GOOD
    int rounds; // GOOD
    int overlapping; // BAD: the second round starts before the join
    int pools; // GOOD
    int swapped; // BAD: the pool is closed after the other thread has started
    int stages; // GOOD
    int branches; // BAD: two stages of one future
    int combined; // GOOD
    int all; // GOOD
    int invoked; // GOOD: all tasks have ended when invokeAll returns
    int together; // BAD: the tasks that invokeAll runs
    int late; // GOOD: written before the start, though the thread is made before
    int early; // BAD: written after the start
    int swings; // GOOD: each round is handed in by the one before
    int doubled; // BAD: two chains
    int restless; // BAD: the task goes on after it has handed in the next one

    static class Adder implements Runnable {
        private final Sequence s;

        Adder(Sequence s) {
            this.s = s;
        }

        @Override
        public void run() {
            s.joined++;
        }
    }

    static void join(Sequence s) throws Exception {
        Thread first = new Thread(new Adder(s));
        first.start();
        first.join();
        Thread second = new Thread(new Adder(s));
        second.start();
        waitFor(second);
        s.joined++;
    }

    static void waitFor(Thread t) throws Exception {
        t.join();
    }

    static void loops(Sequence s) throws Exception {
        int i = 0;
        while (i++ < 3) {
            Thread t = new Thread(() -> {
                s.rounds++;
            });
            t.start();
            t.join();
        }
        Thread before = null;
        for (int j = 0; j < 3; j++) {
            Thread t = new Thread(() -> {
                s.overlapping++;
            });
            t.start();
            if (before != null) {
                before.join();
            }
            before = t;
        }
        before.join();
    }

    static void pools(Sequence s) throws Exception {
        ExecutorService one = Executors.newFixedThreadPool(3);
        try (one) {
            one.execute(() -> s.pools = 1);
        }
        ExecutorService two = Executors.newCachedThreadPool();
        Future<?> f = two.submit(() -> s.pools = 2);
        f.get();
        s.pools = 3;
        two.submit(() -> s.pools = 4);
        two.shutdown();
        two.awaitTermination(1, TimeUnit.DAYS);
        Thread t;
        try (ExecutorService three = Executors.newFixedThreadPool(3)) {
            three.execute(() -> s.swapped = 1);
            t = new Thread(() -> s.swapped = 2);
            t.start();
        }
        s.pools = 5;
        t.join();
    }

    static void stages(Sequence s) {
        CompletableFuture<Void> done = CompletableFuture.supplyAsync(() -> s.stages = 1)
            .thenAccept(n -> s.stages = n + 1).thenRun(() -> s.stages++);
        done.join();
        s.stages++;
        CompletableFuture<Integer> root = CompletableFuture.supplyAsync(() -> 1);
        CompletableFuture<Void> left = root.thenAcceptAsync(n -> s.branches = n);
        CompletableFuture<Void> right = root.thenAcceptAsync(n -> s.branches = n);
        left.thenCombine(right, (a, b) -> 0).join();
        CompletableFuture<Void> x = CompletableFuture.runAsync(() -> s.combined = 1);
        CompletableFuture<Void> y = CompletableFuture.runAsync(() -> System.out.println());
        y.runAfterBoth(x, () -> s.combined = 2).join();
        s.combined = 3;
        CompletableFuture<Void> u = CompletableFuture.runAsync(() -> s.all = 1);
        CompletableFuture.allOf(u, y).thenRun(() -> s.all = 2).join();
        s.all = 3;
    }

    static void invoke(Sequence s, ExecutorService pool) throws Exception {
        List<Callable<Integer>> tasks = new ArrayList<>();
        tasks.add(() -> s.together++);
        tasks.add(() -> s.together--);
        pool.invokeAll(tasks);
        List<Callable<Integer>> one = new ArrayList<>();
        one.add(() -> s.invoked);
        pool.invokeAll(one);
        s.invoked++;
    }

    static void starts(Sequence s) throws Exception {
        Thread t = new Thread(() -> {
            s.late++;
            s.early *= 2;
        });
        s.late = 1;
        t.start();
        s.early = 1;
        t.join();
        s.late = 2;
    }

    final ScheduledExecutorService pool = Executors.newScheduledThreadPool(4);

    void swing() {
        swings++;
        if (swings < 9) {
            pool.schedule(this::swing, 1, TimeUnit.SECONDS);
        }
    }

    void twice() {
        doubled++;
        pool.schedule(this::twice, 1, TimeUnit.SECONDS);
        pool.schedule(this::twice, 2, TimeUnit.SECONDS);
    }

    void restless() {
        restless++;
        pool.schedule(this::restless, 1, TimeUnit.SECONDS);
        restless++;
    }

    public static void main(String[] args) throws Exception {
        Sequence s = new Sequence();
        join(s);
        loops(s);
        pools(s);
        stages(s);
        invoke(s, Executors.newFixedThreadPool(2));
        starts(s);
        s.pool.schedule(s::swing, 1, TimeUnit.SECONDS);
        s.pool.schedule(s::twice, 1, TimeUnit.SECONDS);
        s.pool.schedule(s::restless, 1, TimeUnit.SECONDS);
    }
}
