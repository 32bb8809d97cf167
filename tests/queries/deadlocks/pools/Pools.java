import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks that wait for tasks of the pool that runs them. */
public class Pools {
    private final ExecutorService one = Executors.newSingleThreadExecutor();
    private final ExecutorService second = Executors.newFixedThreadPool(4);
    private final ExecutorService many = Executors.newCachedThreadPool();

    public void begin() {
        one.submit(this::outer);
        one.submit(this::onlyWhenDone);
        second.submit(this::onOther);
        many.submit(this::onMany);
    }

    private void outer() {
        Future<?> inner = one.submit(this::work);
        try {
            inner.get(); // BAD: the only thread waits for itself
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Future<?> last;

    private void onlyWhenDone() {
        last = one.submit(this::work);
        try {
            if (last.isDone()) {
                last.get(); // GOOD: there is nothing to wait for
            }
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void onOther() {
        Future<?> inner = one.submit(this::work);
        try {
            inner.get(); // GOOD: another pool runs it
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void onMany() {
        Future<?> inner = many.submit(this::work);
        try {
            inner.get(); // GOOD: the pool makes as many threads as it needs
        } catch (InterruptedException | ExecutionException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
    }
}
