import io.grpc.SynchronizationContext;
import java.util.concurrent.Executor;

/** What runs its tasks one at a time says so by a row of its own, although it is an executor, which is told to be any. */
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
