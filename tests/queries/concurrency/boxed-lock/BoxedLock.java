import java.util.Optional;

class BoxedLock {
    private Integer count = 0;
    private final String name = "lock";
    private final String own = new String("lock");
    private final Object text = new Object();

    void bad(Optional<String> value) {
        synchronized (count) {  // BAD
            count++;
        }
        synchronized (name) {  // BAD
            count = 0;
        }
        synchronized ("literal") {  // BAD
            count = 0;
        }
        synchronized (name.intern()) {  // BAD
            count = 0;
        }
        synchronized (value) {  // BAD
            count = 0;
        }
    }

    void good() {
        synchronized (text) {
            count = 1;
        }
        synchronized (own) {  // GOOD: an object of its own
            count = 2;
        }
    }
}
