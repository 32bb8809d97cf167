import io.grpc.SynchronizationContext;
import java.util.concurrent.Executor;

/** A row says that this executor runs one task at a time, although another row says that executors may run several. */
@ThreadSafe
class Serial {
  private final SynchronizationContext context = new SynchronizationContext();
  private final Executor pool;
  private int inOrder;
  private int named;
  private int anywhere;
  private int both;

  Serial(Executor pool) {
    this.pool = pool;
  }

  public void anonymous() {
    context.execute(new Runnable() {
      public void run() {
        inOrder++;
      }
    });
    context.execute(() -> inOrder--);
  }

  /** Each object of it is handed to the context: `task.run()` elsewhere runs other tasks. */
  private class Task implements Runnable {
    public void run() {
      named++;
    }
  }

  public void classes() {
    context.execute(new Task());

    class Local implements Runnable {
      public void run() {
        named--;
      }
    }
    context.execute(new Local());
  }

  public void pooled() {
    pool.execute(() -> anywhere++); // BAD
    pool.execute(() -> anywhere--);
  }

  /** One object is handed to the context, another one to a pool. */
  private class Either implements Runnable {
    public void run() {
      both++; // BAD
    }
  }

  public void twoWays() {
    context.execute(new Either());
    pool.execute(new Either());
  }
}

@interface ThreadSafe {}
