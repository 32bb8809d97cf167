import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

/** Each way sets the field, and who gives it back has passed the lock. */
@ThreadSafe
class Jar {
    private List<String> cookies;
    private final String header;

    Jar(String header) { this.header = header; }

    public List<String> cookies() {
        synchronized (this) {
            if (cookies == null) {
                if (header == null) {
                    cookies = List.of();
                } else {
                    cookies = parse(header);
                }
            }
        }
        return cookies;
    }

    private static List<String> parse(String header) { return List.of(header.split(";")); }
}

/** What makes the value may throw: then nobody goes on. */
@ThreadSafe
class Cabin {
    private final ReentrantLock lock = new ReentrantLock();
    private List<String> key;

    public List<String> key() throws Exception {
        lock.lock();
        try {
            if (key == null) {
                if (Cabinet.isOpen()) {
                    key = new ArrayList<>();
                } else {
                    key = makeKey();
                }
            }
        } finally {
            lock.unlock();
        }
        return key;
    }

    private static List<String> makeKey() throws Exception {
        if (System.getenv("KEY") == null) throw new Exception("no key");
        return new ArrayList<>(List.of(System.getenv("KEY")));
    }
}

/** Who finds nothing is refused. */
@ThreadSafe
class Upload {
    private StringBuffer pipe;

    public void begin() {
        synchronized (this) {
            if (pipe != null) throw new IllegalStateException("begun");
            pipe = new StringBuffer();
        }
    }

    public int length() {
        synchronized (this) {
            if (pipe == null) throw new IllegalStateException("not begun");
        }
        return pipe.length();
    }
}

/** One way leaves it unset. */
@ThreadSafe
class OneWay {
    private List<String> names;
    private final int size = Integer.getInteger("size");

    public List<String> names() {
        synchronized (this) {
            if (names == null) {
                if (size > 3) {
                    names = new ArrayList<>();
                } else if (size == 0) {
                    names = List.of();
                }
            }
        }
        return names; // BAD
    }
}

/** An exception is caught, and the field may be unset after that. */
@ThreadSafe
class Caught {
    private List<String> key;

    public List<String> key() {
        synchronized (this) {
            if (key == null) {
                try {
                    if (Cabinet.isOpen()) {
                        key = new ArrayList<>();
                    } else {
                        key = Cabinet.open();
                    }
                } catch (RuntimeException e) {
                    System.err.println(e);
                }
            }
        }
        return key; // BAD
    }
}

class Cabinet {
    static boolean isOpen() { return System.getenv("KEY") != null; }

    static List<String> open() {
        if (System.getenv("KEY") == null) throw new IllegalStateException();
        return new ArrayList<>(List.of(System.getenv("KEY")));
    }
}

/** Who finds nothing goes on all the same. */
@ThreadSafe
class Careless {
    private StringBuffer pipe;

    public void begin() {
        synchronized (this) {
            if (pipe == null) pipe = new StringBuffer();
        }
    }

    public StringBuffer pipe() {
        synchronized (this) {
            if (pipe == null) System.err.println("not begun");
        }
        return pipe; // BAD
    }
}
