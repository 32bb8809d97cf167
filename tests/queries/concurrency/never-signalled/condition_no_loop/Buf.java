package condition_no_loop;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Buf {
    private final Lock l = new ReentrantLock(); private final Condition some = l.newCondition(); private final Deque<String> q = new ArrayDeque<>();
    public void put(String s) { l.lock(); try { q.add(s); some.signal(); } finally { l.unlock(); } }
    public String take() throws InterruptedException {
        l.lock(); try { if (q.isEmpty()) some.await(); return q.poll(); } finally { l.unlock(); } 
    }
}
