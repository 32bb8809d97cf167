package desk;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

/** The method that the own thread executes is handed to another one, too. */
@ThreadSafe
public class Mixer {
    private final Object lock = new Object();
    private final List<String> drops = new ArrayList<>();
    private Thread thread;
    private boolean stopped;

    public void start() {
        synchronized (lock) {
            thread = new Thread(this::work);
            thread.start();
        }
        new Thread(this::work).start();
    }

    public void stop() {
        synchronized (lock) {
            stopped = true;
        }
    }

    protected void work() {
        while (isWanted()) {
            drops.add("a");
            trim();
        }
    }

    private boolean isWanted() {
        synchronized (lock) {
            return !stopped;
        }
    }

    private void trim() {
        if (drops.size() > 100) {
            drops.clear();
        }
    }
}
