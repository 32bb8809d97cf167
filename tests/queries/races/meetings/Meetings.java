import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** Threads that none of the others starts: what signals and meetings order, and what they do not. */
class Meetings {
    String ordered;
    String late;
    String signalled;
    String afterSignal;
    String token;
    String gated;
    String permit;
    String permits;
    int stages;
    int left;
    int right;
    int counted;
    final CyclicBarrier both = new CyclicBarrier(2);
    final CountDownLatch sent = new CountDownLatch(1);
    final CountDownLatch gate = new CountDownLatch(1);
    final Semaphore none = new Semaphore(0);
    final Semaphore two = new Semaphore(2);
    final BlockingQueue<Integer> tokens = new ArrayBlockingQueue<>(1);
    final Exchanger<List<String>> desk = new Exchanger<>();

    void meet() {
        try {
            both.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    void writes() {
        ordered = "before";
        meet();
        late = "after"; // Race: both are behind the meeting.
    }

    void reads() {
        meet();
        System.out.println(ordered + late);
    }

    void tells() {
        signalled = "before";
        token = "before";
        permit = "before";
        sent.countDown();
        tokens.add(1);
        none.release();
        afterSignal = "after"; // Race.
        two.release();
    }

    void isTold() throws InterruptedException {
        sent.await();
        tokens.take();
        none.acquire();
        two.acquire();
        System.out.println(signalled + token + permit + afterSignal);
    }

    void isGated() throws InterruptedException {
        gate.await();
        System.out.println(gated);
    }

    void permitted() throws InterruptedException {
        two.acquire();
        permits = "both may be here"; // Race.
        two.release();
    }

    CompletableFuture<Void> next() {
        return CompletableFuture.runAsync(() -> {
            stages++;
        });
    }

    void compose() {
        CompletableFuture.runAsync(() -> stages = 1).thenCompose(x -> next()).thenRun(() -> stages++).join();
        System.out.println(stages);
    }

    void invoke(ExecutorService pool) throws InterruptedException {
        Callable<Integer> one = () -> left = 1;
        Callable<Integer> other = () -> right = 2;
        pool.invokeAll(List.of(one, other));
        left += right;
        List<Callable<Integer>> many = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            many.add(() -> counted = counted * 2); // Race.
        }
        pool.invokeAll(many);
    }

    void indexes(int[] own, int[] common) {
        for (int i = 0; i < own.length; i++) {
            final int mine = i;
            new Thread(() -> {
                own[mine] += 1;
                common[0] += 1; // Race.
            }).start();
        }
    }

    void fills() throws InterruptedException {
        List<String> mine = new ArrayList<>();
        while (mine.size() < 9) {
            mine.add("one");
            mine = desk.exchange(mine);
        }
    }

    void drains() throws InterruptedException {
        List<String> mine = new ArrayList<>();
        while (mine.size() < 9) {
            mine = desk.exchange(mine);
            mine.clear();
        }
    }


    public static void main(String[] args) throws Exception {
        Meetings m = new Meetings();
        new Thread(m::writes).start();
        new Thread(m::reads).start();
        new Thread(m::tells).start();
        new Thread(() -> {
            try {
                m.isTold();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }).start();
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                try {
                    m.isGated();
                    m.permitted();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }).start();
        }
        m.gated = "before";
        m.gate.countDown();
        m.compose();
        m.invoke(Executors.newFixedThreadPool(2));
        m.indexes(new int[5], new int[1]);
        new Thread(() -> {
            try {
                m.fills();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }).start();
        new Thread(() -> {
            try {
                m.drains();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }).start();
    }
}
