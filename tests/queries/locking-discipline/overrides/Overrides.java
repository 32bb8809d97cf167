import org.checkerframework.checker.lock.qual.Holding;

/** Nobody here calls these methods: callers are others. */
public class Overrides {
  public abstract static class Task {
    public abstract void stop();
    @Holding("this") public abstract void pause();
    public abstract void used();
    void inside() { }
    protected void held() { }
  }
  public static class Job extends Task {
    final Object lock = new Object();
    @Override @Holding("lock") public void stop() { } // BAD
    @Override @Holding("this") public void pause() { }
    @Override @Holding("lock") public void used() { }
    @Override @Holding("lock") void inside() { }
    @Override @Holding({"this", "lock"}) protected void held() { } // BAD, twice
  }
  public static class Half extends Task {
    final Object lock = new Object();
    @Override public void stop() { }
    @Override @Holding({"this", "lock"}) public void pause() { } // BAD: the lock
    @Override public void used() { }
  }
  public static void uses(Job job) {
    synchronized (job.lock) { job.used(); }
  }
}
