import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The program registers everything before it starts its threads. */
public class Routes {
    private final Map<String, String> targets = new HashMap<>();

    public void register(String path, String target) {
        targets.put(path, target);
    }

    public void serve() {
        new Thread(() -> System.out.println(targets.get("/"))).start();
    }

    public static void main(String[] args) {
        Routes routes = load();
        routes.register("/", "home");
        routes.serve();
        Late late = new Late();
        late.serve();
        late.register("/", "home");
    }

    static Routes load() {
        Routes routes = new Routes();
        routes.register("/about", "about");
        return routes;
    }
}

/** The program starts the thread first. */
class Late {
    private final Map<String, String> targets = new HashMap<>();

    public void register(String path, String target) {
        targets.put(path, target);
    }

    public void serve() {
        new Thread(() -> System.out.println(targets.get("/"))).start();
    }
}

/** Nobody in the sources calls it: others may, at any time. */
class Uncalled {
    private final Map<String, String> targets = new HashMap<>();

    public void register(String path, String target) {
        targets.put(path, target);
    }

    public void serve() {
        new Thread(() -> System.out.println(targets.get("/"))).start();
    }
}

/** Who has closed it under the lock goes on alone. */
class Box {
    private final Lock lock = new ReentrantLock();
    private final List<String> items = new ArrayList<>();
    private boolean closed;

    public boolean add(String item) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            items.add(item);
            return true;
        } finally {
            lock.unlock();
        }
    }

    public int close() {
        lock.lock();
        try {
            if (closed) {
                return 0;
            }
            closed = true;
        } finally {
            lock.unlock();
        }
        items.add("end");
        return items.size();
    }
}

/** An exception leads behind the block too. */
class OpenBox {
    private final Lock lock = new ReentrantLock();
    private final List<String> items = new ArrayList<>();
    private boolean closed;

    public boolean add(String item) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            items.add(item);
            return true;
        } finally {
            lock.unlock();
        }
    }

    public int close(int number) {
        lock.lock();
        try {
            if (closed) {
                return 0;
            }
            items.add("nr. " + 10 / number);
            closed = true;
        } catch (ArithmeticException e) {
            System.out.println(e);
        } finally {
            lock.unlock();
        }
        items.add("end");
        return items.size();
    }
}
