import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.GuardedBy;

/** Paper 4, figure 3: all take the lock to come to the list, and one gives the list away. */
public class Observable {
    private @GuardedBy("this") List<Listener> listeners = new ArrayList<>();

    public Observable() {
    }

    public Observable(Observable original) {
        synchronized (original) {
            listeners.addAll(original.listeners);
        }
    }

    public void register(Listener listener) {
        synchronized (this) {
            listeners.add(listener);
        }
    }

    public List<Listener> getListeners() {
        synchronized (this) {
            return listeners; // reported: java/state-escape
        }
    }
}

class Listener {
}
