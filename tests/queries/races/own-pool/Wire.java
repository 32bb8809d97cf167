import java.nio.ByteBuffer;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicBoolean;

/** Who claims the wire first hands one task to the pool at a time. */
public class Wire {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final AtomicBoolean writing = new AtomicBoolean();
    private final ByteBuffer buffer = ByteBuffer.allocate(100);
    private int sent;

    public void send(byte[] text) {
        if (!writing.compareAndSet(false, true)) {
            throw new IllegalStateException("busy");
        }
        pool.execute(() -> {
            buffer.clear();
            buffer.put(text);
            sent++;
            writing.set(false);
        });
    }
}
