package desk;

import com.example.absent.Pool;
import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

/** What the resource gives is no lock. */
@ThreadSafe
public class Pages {
    private final Pool pool = new Pool();
    private final List<String> used = new ArrayList<>();

    public void use(String page) {
        try (AutoCloseable held = pool.borrow()) {
            used.add(page);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public synchronized void drop(String page) {
        used.remove(page);
    }

    public synchronized boolean has(String page) {
        return used.contains(page);
    }
}
