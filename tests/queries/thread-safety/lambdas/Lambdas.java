package lambdas;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import javax.annotation.concurrent.ThreadSafe;

/** A helper behind an interface. */
interface Guardian {
    void run(Runnable r);
    <T> T call(Callable<T> c) throws Exception;
}

class LockGuardian implements Guardian {
    private final Lock lock = new ReentrantLock();

    @Override
    public void run(Runnable r) {
        lock.lock();
        try { r.run(); } finally { lock.unlock(); }
    }
    @Override
    public <T> T call(Callable<T> c) throws Exception {
        lock.lock();
        try { return c.call(); } finally { lock.unlock(); }
    }
}

/** A lock behind an interface: who implements it decides what is held around the function. */
@ThreadSafe
class Guarded {
    private final Guardian g = new LockGuardian();
    private int n;
    public void inc() { g.run(() -> n++); }
    public int get() throws Exception { return g.call(() -> n); }
}

/** Helpers of its own. */
@ThreadSafe
class ReadersAndWriter {
    private final ReadWriteLock rw = new ReentrantReadWriteLock();
    private int n;
    private <T> T read(Supplier<T> s) { rw.readLock().lock(); try { return s.get(); } finally { rw.readLock().unlock(); } }
    private void write(Runnable s) { rw.writeLock().lock(); try { s.run(); } finally { rw.writeLock().unlock(); } }
    public void inc() { write(() -> n++); }
    public int get() { return read(() -> n); }
}

/** Tasks in a queue that are run without the lock under which they were made. */
@ThreadSafe
class Queued {
    private final Queue<Runnable> q = new ConcurrentLinkedQueue<>();
    private int n;
    public synchronized void post() {
        q.add(() -> n++); // BAD run by drain
    }
    public void drain() {
        Runnable r;
        while ((r = q.poll()) != null) r.run();
    }
    public synchronized int get() { return n; }
}

/** Functions in a collection are run where that collection is gone through, and not with those of others. */
@ThreadSafe
class Hooked {
    private final List<Runnable> hooks = new ArrayList<>();
    private int n;
    public synchronized void post() {
        hooks.add(() -> n++); // fine: run under this by fire
    }
    public synchronized void fire() {
        for (Runnable r : hooks) r.run();
    }
    public synchronized int get() { return n; }
}

/** Run when the futures are complete. */
@ThreadSafe
class Combined {
    private int n;
    private CompletableFuture<Integer> f = new CompletableFuture<>();
    public synchronized void post() {
        f.thenCombine(f, (a, b) -> n++); // BAD
    }
    public synchronized int get() { return n; }
}

/** Kept under the lock, run without. */
@ThreadSafe
class Kept {
    private int n;
    private Runnable last;
    public synchronized void post() {
        last = () -> n++;
    }
    public void fire() { Runnable r; synchronized (this) { r = last; } r.run(); } // BAD
    public synchronized int get() { return n; }
}

/** Given to whoever calls. */
@ThreadSafe
class Handing {
    private int n;
    public synchronized Runnable make() {
        return () -> n++; // BAD
    }
    public synchronized Supplier<Integer> make2() {
        Supplier<Integer> s = () -> { return n; };
        return s;
    }
    public synchronized int get() { return n; }
}

/** Run before the call ends. */
@ThreadSafe
class OnTheSpot {
    private int n;
    private final Map<String, Integer> m = new HashMap<>();
    public synchronized void a(String k) {
        m.computeIfAbsent(k, x -> n++);
        m.forEach((x, y) -> n += y);
        new ArrayList<>(m.keySet()).stream().filter(x -> n > 0).mapToInt(x -> { n++; return 1; }).sum();
        apply(k, x -> n++);
    }
    private static <T> void apply(T t, Consumer<T> c) { c.accept(t); }
    public synchronized int get() { return n; }
}

/** Two classes use these, one of them under its lock. */
class Helper {
    static void each(List<String> l, Consumer<String> c) { for (String s : l) c.accept(s); }
    static void retry(Runnable r) { for (int i = 0; i < 3; i++) { try { r.run(); return; } catch (RuntimeException e) { } } }
    static void retry2(Runnable r) { retry(() -> r.run()); }
    static void retry3(Runnable r) { retry(r::run); }
}

@ThreadSafe
class Helped {
    private int n;
    public synchronized void a(List<String> l) {
        Helper.each(l, s -> n++);
        Helper.retry(() -> n++);
        Helper.retry2(() -> n++);
        Helper.retry3(() -> n++);
    }
    public synchronized int get() { return n; }
}
/** These helpers without a lock. */
class Helpless {
    int x;
    public void a(List<String> l) {
        Helper.each(l, s -> x++);
        Helper.retry(() -> x++);
        Helper.retry2(() -> x++);
        Helper.retry3(() -> x++);
    }
}

/** Classes instead of lambda expressions. */
@ThreadSafe
class Tasks {
    private int n;
    public synchronized void a(ExecutorService e) {
        class Task implements Runnable { public void run() { n++; } } // BAD
        e.execute(new Task());
        e.submit(new Callable<Integer>() { public Integer call() { return n; } }); // BAD
    }
    public synchronized int get() { return n; }
}
/** Listeners that are notified without the lock. */
@ThreadSafe
class Listened {
    private int n;
    private final List<Consumer<String>> ls = new CopyOnWriteArrayList<>();
    public synchronized void a() {
        ls.add(x -> n++);   // BAD: fire without
    }
    public void fire() { ls.forEach(l -> l.accept("")); }
    public synchronized int get() { return n; }
}
/** As Hooked, in a map. */
@ThreadSafe
class Named {
    private int n;
    private final Map<String, Runnable> ls = new HashMap<>();
    public synchronized void a() {
        ls.put("a", () -> n++);   // fine
    }
    public synchronized void fire(String s) { Runnable r = ls.get(s); if (r != null) r.run(); }
    public synchronized int get() { return n; }
}
/** A function that goes through a field of a helper. */
@ThreadSafe
class Fluent {
    private int n;
    private final Steps c = new Steps();
    static class Steps { Function<Integer,Integer> f; Steps with(Function<Integer,Integer> f) { this.f = f; return this; } int go() { return f.apply(1);} }
    public synchronized void a() {
        c.with(x -> n++).go();
    }
    public synchronized int get() { return n; }
}
/** Tasks of another thread for which the caller waits: it holds its lock until they have ended. */
@ThreadSafe
class Awaited {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private int n;
    private int unsure;
    private int limited;
    public synchronized void a() throws Exception {
        pool.submit(() -> n++).get();
        Future<?> f = pool.submit(() -> { n++; });
        try {
            f.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
    public synchronized void b(boolean wait) throws Exception {
        Future<?> f = pool.submit(() -> { unsure++; }); // BAD: nobody may wait
        if (wait) {
            f.get();
        }
    }
    public synchronized int c(long limit) throws Exception {
        return withLimit(() -> limited++, limit);
    }
    private <T> T withLimit(Callable<T> task, long limit) throws Exception {
        Future<T> f = pool.submit(new Callable<T>() {
            @Override
            public T call() throws Exception { return task.call(); }
        });
        try {
            if (limit > 0) {
                return f.get(limit, TimeUnit.MILLISECONDS);
            } else {
                return f.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
    public synchronized int get() { return n + unsure + limited; }
}
