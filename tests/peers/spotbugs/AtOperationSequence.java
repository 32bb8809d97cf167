package spotbugs;

import java.util.concurrent.ConcurrentHashMap;

/** AT_OPERATION_SEQUENCE_ON_CONCURRENT_ABSTRACTION: asks a concurrent map, then puts. */
class AtOperationSequence {
    private final ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();

    void bad(String word) {
        if (!counts.containsKey(word)) {
            counts.put(word, 1); // BAD java/check-then-act
        }
    }

    void good(String word) {
        counts.putIfAbsent(word, 1);
    }
}
