import com.google.common.collect.HashMultimap;
import com.google.common.collect.Multimap;
import com.google.common.collect.Multimaps;
import java.util.ArrayList;
import java.util.List;

/** A synchronized multimap of a library that is not at hand. */
public class Topics {
    private final Multimap<String, Runnable> topics = Multimaps.synchronizedMultimap(HashMultimap.create());

    public void subscribe(String topic, Runnable r) {
        topics.put(topic, r);
    }

    public void unsubscribe(String topic, Runnable r) {
        topics.remove(topic, r);
    }

    public void fire() {
        for (Runnable r : topics.values()) { // BAD
            r.run();
        }
    }

    public void fireCopy() {
        List<Runnable> now;
        synchronized (topics) {
            now = new ArrayList<>(topics.values()); // GOOD
        }
        for (Runnable r : now) {
            r.run();
        }
    }
}
