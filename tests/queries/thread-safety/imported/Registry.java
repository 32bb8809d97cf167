import static com.google.common.collect.Maps.newConcurrentMap;
import static com.google.common.collect.Maps.newHashMap;
import static com.google.common.collect.Sets.newSetFromMap;

import com.google.common.collect.Queues;
import com.google.common.collect.Sets;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import javax.annotation.concurrent.ThreadSafe;

/** Guava is not on the class path: its factories are known by what is imported. */
@ThreadSafe
public class Registry {
    private final Map<String, String> safe = newConcurrentMap();
    private final Map<String, String> unsafe = newHashMap();
    private final Set<String> view = newSetFromMap(newConcurrentMap());
    private final Set<String> unsafeView = newSetFromMap(newHashMap());
    private final Set<String> qualified = Sets.newConcurrentHashSet();
    private final Queue<String> queue = Queues.newConcurrentLinkedQueue();

    public void add(String s) {
        safe.put(s, s);
        unsafe.put(s, s);
        view.add(s);
        unsafeView.add(s);
        qualified.add(s);
        queue.add(s);
    }

    public boolean has(String s) {
        return safe.containsKey(s) && unsafe.containsKey(s) && view.contains(s) && unsafeView.contains(s)
            && qualified.contains(s) && queue.contains(s);
    }
}
