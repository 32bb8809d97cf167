package desk;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

/** The one thread that each pump keeps executes a method: what only that uses needs no lock. */
@ThreadSafe
public class Pump {
    private final Object lock = new Object();
    private final List<String> seen = new ArrayList<>();
    private Thread thread;
    private boolean stopped;

    public void start() {
        synchronized (lock) {
            if (thread == null) {
                thread = new Thread(this::work, "pump");
                thread.start();
            }
        }
    }

    public void stop() {
        synchronized (lock) {
            stopped = true;
        }
    }

    protected void work() {
        while (isWanted()) {
            seen.add("a");
            trim();
        }
    }

    private boolean isWanted() {
        synchronized (lock) {
            return !stopped;
        }
    }

    private void trim() {
        if (seen.size() > 100) {
            seen.clear();
        }
    }
}
