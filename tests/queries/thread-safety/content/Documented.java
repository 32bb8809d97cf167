package content;

import java.util.Map;
import javax.annotation.concurrent.ThreadSafe;

/** A map of the project. All operations are thread-safe. */
interface SafeStore<K, V> extends Map<K, V> {
}

/** Another one, of which nobody says so. */
interface Store<K, V> extends Map<K, V> {
}

@ThreadSafe
class Documented {
    private final SafeStore<String, String> safe;
    private final Store<String, String> plain;

    Documented(SafeStore<String, String> safe, Store<String, String> plain) {
        this.safe = safe;
        this.plain = plain;
    }

    public void put(String key) {
        safe.put(key, key); // GOOD: its interface promises it
        plain.put(key, key); // BAD
    }

    public synchronized void putLocked(String key) {
        safe.put(key, key);
        plain.put(key, key);
    }
}
