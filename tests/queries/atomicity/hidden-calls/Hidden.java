import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
/** Looks and steps that own methods hide. */
class Hidden {
  private final AtomicBoolean connecting = new AtomicBoolean();
  private final Deque<String> jobs = new ConcurrentLinkedDeque<>();
  private final ExecutorService pool = Executors.newCachedThreadPool();
  private volatile boolean opening;
  boolean isConnecting() { return connecting.get(); }
  private boolean hasJobs() { return !jobs.isEmpty(); }
  private String nextJob() { return jobs.removeFirst(); }
  public void add(String s) { jobs.add(s); }
  public void connect() {
    if (!isConnecting()) {
      connecting.set(true); // BAD
      pool.submit(() -> System.out.println("go"));
    }
  }
  public String job() {
    if (hasJobs()) {
      return nextJob(); // BAD
    }
    return null;
  }
  public String job2() {
    return jobs.isEmpty() ? null : jobs.getFirst(); // BAD
  }
  public boolean isOpening() { return opening; }
  public void open() {
    if (isOpening()) return; // BAD
    opening = true;
    pool.submit(() -> System.out.println("go"));
  }
  public void connectOnce() {
    if (connecting.compareAndSet(false, true)) pool.submit(() -> System.out.println("go"));
  }
}
