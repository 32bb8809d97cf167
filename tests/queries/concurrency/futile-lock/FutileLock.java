import java.util.ArrayList;
import java.util.List;

class FutileLock {
    private List<String> list = new ArrayList<>();
    private final Object lock = new Object();
    private FutileLock next;

    void bad() {
        synchronized (list) {  // BAD
            list = new ArrayList<>(list);
        }
    }

    void good() {
        synchronized (lock) {
            list = new ArrayList<>(list);
        }
    }

    void tricky(FutileLock other) {
        synchronized (other.next) {
            next = other;  // GOOD: the field of another object
        }
    }
}
