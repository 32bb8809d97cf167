import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/*# thread_shared */ public class Winder {
    private int turns /*# guarded_by this */;
    private final ReentrantLock l = new ReentrantLock();
    private int other /*# guarded_by l */;
    private final List<Runnable> kept = new ArrayList<>();
    private int k1; private int q1 /*# guarded_by this */;

    public synchronized void all(List<String> xs) { xs.forEach(x -> turns++); }
    public void allBad(List<String> xs) { xs.forEach(x -> turns++); } // BAD 13
    public synchronized void stream(List<String> xs) { xs.stream().map(x -> { turns++; return x; }).toList(); }
    public void explicit(Map<String, String> m) { l.lock(); try { m.forEach((a, b) -> other++); } finally { l.unlock(); } }
    public synchronized void later() { kept.add(() -> turns++); } // BAD 16
    public synchronized void executor(ExecutorService e) { e.execute(() -> turns++); } // BAD 17
    public synchronized void nested(List<List<String>> xs) { xs.forEach(ys -> ys.forEach(y -> turns++)); }
    public synchronized void mine() { twice(() -> turns++); }
    public void mineBad() { twice(() -> turns++); } // BAD 20
    private void twice(Runnable r) { r.run(); r.run(); }
    public synchronized void computed(Map<String, Integer> m) { m.computeIfAbsent("a", k -> turns); }
    public synchronized int turns() { return turns; }
    public synchronized void callsBump(List<String> xs) { xs.forEach(x -> bump()); }
    public void callsBumpBad(List<String> xs) { xs.forEach(x -> bump()); } // BAD 25
    private void bump() /*# requires this */ { turns++; }
    public synchronized void mref(List<String> xs) { xs.forEach(this::take); }
    private void take(String s) { turns++; }
    public synchronized void anon(List<String> xs) { xs.forEach(new java.util.function.Consumer<String>() { public void accept(String s) { turns++; } }); }
}
