package desk;

import com.example.absent.BlockLock;
import com.example.absent.SharedLock;
import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

/** Locks of a library that is not there, taken as resources: each ends with its block. */
@ThreadSafe
public class Calls {
    private final BlockLock lock = new BlockLock();
    private final SharedLock gate = new SharedLock();
    private final List<String> open = new ArrayList<>();
    private final List<String> known = new ArrayList<>();

    public void begin(String call) {
        try (BlockLock held = lock.lock()) {
            open.add(call);
        }
        try (AutoCloseable held = gate.writeLock()) {
            known.add(call);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public void end(String call) {
        try (BlockLock held = lock.lock()) {
            open.remove(call);
        }
    }

    public boolean isKnown(String call) {
        try (AutoCloseable held = gate.readLock()) {
            return known.contains(call);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Changes the list after the block. */
    public synchronized void forget(String call) {
        try (BlockLock held = lock.lock()) {
            open.remove(call);
        }
        open.remove(call);
    }

    /** Changes under the lock of readers. */
    public void learn(String call) {
        try (AutoCloseable held = gate.readLock()) {
            known.add(call);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
