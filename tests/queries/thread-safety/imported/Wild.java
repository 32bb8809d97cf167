import static com.google.common.collect.Maps.*;

import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;

/** One class whose members are all imported, and which is nowhere. */
@ThreadSafe
public class Wild {
    private final Map<String, String> safe = newConcurrentMap();
    private final Map<String, String> own = newHashMap();

    public void add(String s) {
        safe.put(s, s);
        own.put(s, s);
    }

    public String get(String s) { return safe.get(s) + own.get(s); }
}

/** The name may as well be inherited. */
@ThreadSafe
class Heir extends org.example.Nowhere {
    private final Map<String, String> perhaps = newConcurrentMap();

    public void add(String s) { perhaps.put(s, s); }

    public String get(String s) { return perhaps.get(s); }
}
