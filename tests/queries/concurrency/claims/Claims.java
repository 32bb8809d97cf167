import java.io.IOException;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

class Claims {
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicInteger state = new AtomicInteger();
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<String, Object> marks = new ConcurrentHashMap<>();
    private final Semaphore places = new Semaphore(2);
    private static final Object MARK = new Object();
    private static final int IDLE = 0;
    private static final int ACTIVE = 1;

    public void loserInFinally() {
        try {
            if (busy.getAndSet(true)) return;
            work();
        } finally {
            busy.set(false);  // BAD
        }
    }

    public void winnerRemembered() {
        boolean mine = false;
        try {
            mine = busy.compareAndSet(false, true);
            if (mine) work();
        } finally {
            if (mine) busy.set(false);  // GOOD
        }
    }

    public void before() {
        if (busy.getAndSet(true)) {
            return;
        }
        try {
            work();
        } finally {
            busy.set(false);  // GOOD
        }
    }

    public void loserBehindBranch() {
        if (state.compareAndSet(IDLE, ACTIVE)) {
            work();
        }
        state.set(IDLE);  // BAD
    }

    public void constants() {
        if (!state.compareAndSet(IDLE, ACTIVE)) return;
        work();
        state.set(IDLE);  // GOOD: work() says of nothing that it throws
    }

    public void place() {
        try {
            if (places.tryAcquire()) work();
        } finally {
            places.release();  // BAD
        }
    }

    public void key(String key) {
        try {
            if (!running.add(key)) return;
            work();
        } finally {
            running.remove(key);  // BAD
        }
    }

    public void otherKey(String key, String other) {
        try {
            if (!running.add(key)) return;
            work();
        } finally {
            running.remove(other);  // GOOD: another one
        }
    }

    public void keptWhenThrown(String key) throws IOException {
        if (running.add(key)) {  // BAD
            read();
            running.remove(key);
        }
    }

    public void keptMark(String key, Runnable task) {
        if (marks.putIfAbsent(key, MARK) != null) return;  // BAD
        task.run();
        marks.remove(key);
    }

    public void keptMarkGivenUp(String key, Runnable task) {
        if (marks.putIfAbsent(key, MARK) != null) return;
        try {
            task.run();
        } finally {
            marks.remove(key);  // GOOD
        }
    }

    public Object keptFlag(Callable<Object> task) throws Exception {
        if (!busy.compareAndSet(false, true)) return null;  // BAD
        Object result = task.call();
        busy.set(false);
        return result;
    }

    public Object keptFlagCaught(Callable<Object> task) throws Exception {
        if (!busy.compareAndSet(false, true)) return null;
        try {
            return task.call();
        } catch (Exception e) {
            busy.set(false);  // GOOD
            throw e;
        }
    }

    private void work() { System.out.println("work"); }

    private void read() throws IOException { System.in.read(); }
}

class Lookups {
    private final java.util.concurrent.ConcurrentMap<String, java.util.concurrent.CompletableFuture<String>> pending =
            new java.util.concurrent.ConcurrentHashMap<>();

    /** Who waits for the future waits for ever if the source throws. */
    String find(String key, java.util.function.Function<String, String> source) {
        java.util.concurrent.CompletableFuture<String> mine = new java.util.concurrent.CompletableFuture<>();
        java.util.concurrent.CompletableFuture<String> other = pending.putIfAbsent(key, mine);
        if (other != null) return other.join();
        String value = source.apply(key);
        mine.complete(value);
        return value;
    }

    /** Right: the future ends either way. */
    String findOrFail(String key, java.util.function.Function<String, String> source) {
        java.util.concurrent.CompletableFuture<String> mine = new java.util.concurrent.CompletableFuture<>();
        java.util.concurrent.CompletableFuture<String> other = pending.putIfAbsent(key, mine);
        if (other != null) return other.join();
        try {
            String value = source.apply(key);
            mine.complete(value);
            return value;
        } catch (RuntimeException e) {
            mine.completeExceptionally(e);
            throw e;
        }
    }
}
