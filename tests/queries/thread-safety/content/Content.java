package content;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.concurrent.ThreadSafe;

/** A class of the project that leaves locking to its users. */
class Ring {
    private final int[] elements = new int[8];
    private int next;

    void add(int element) {
        put(element);
    }

    private void put(int element) {
        elements[next++ % elements.length] = element;
    }

    int last() {
        return elements[(next - 1) % elements.length];
    }

    int capacity() {
        return elements.length;
    }
}

/** One that locks for itself. */
class SafeRing {
    private final List<Integer> elements = new ArrayList<>();

    synchronized void add(int element) {
        elements.add(element);
    }
}

@ThreadSafe
class Recorder {
    private final Ring ring = new Ring();
    private final SafeRing safe = new SafeRing();
    private final MessageDigest digest;

    Recorder(MessageDigest digest) {
        this.digest = digest;
    }

    public synchronized void record(int value) {
        ring.add(value);
        digest.update((byte) value);
    }

    public int last() {
        return ring.last(); // BAD: while record adds
    }

    public void recordSafely(int value) {
        safe.add(value); // fine
    }

    public byte[] sum() {
        return digest.digest(); // BAD: digests have a state
    }
}
