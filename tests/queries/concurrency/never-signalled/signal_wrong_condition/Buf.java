package signal_wrong_condition;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Buf {
    private final Lock l = new ReentrantLock(); private final Condition full = l.newCondition(), empty = l.newCondition();
    private final Deque<String> q = new ArrayDeque<>();
    public void put(String s) throws InterruptedException { l.lock(); try { while (q.size() == 5) full.await(); q.add(s); full.signal(); } finally { l.unlock(); } }
    public String take() throws InterruptedException {
        l.lock(); try { while (q.isEmpty()) empty.await(); full.signal(); return q.poll(); } finally { l.unlock(); } 
    }
}
