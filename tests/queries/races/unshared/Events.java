import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies of events that a task makes, logs, fills and has filled before it adds them to what others know. */
public class Events {
    private static final Logger LOG = LoggerFactory.getLogger(Events.class);
    private final List<Event> known = new ArrayList<>();

    static class Event {
        int delay; // GOOD: only written in copies that nobody else knows yet
        int tries; // GOOD: by methods that return such copies
        int weight; // GOOD: of objects that are made by reflection
        int fails; // BAD: written after others know the event
        int total; // BAD: others know what sent() returns
        List<String> notes; // GOOD: made for the object that holds it

        private List<String> last;

        synchronized void keep() {
            last = notes;
        }

        Event self() {
            return this;
        }

        synchronized int sum() {
            return delay + tries + weight + fails + total + (notes == null ? 0 : notes.indexOf("copy"));
        }
    }

    /** Logging tells nobody of the object, and neither does a method that only looks at it. */
    private Event copy(Event old) {
        Event event = new Event();
        LOG.debug("copying {}", event);
        measure(event);
        event.delay = old.delay + 1;
        if (event.notes == null) {
            event.notes = new ArrayList<>();
        }
        event.notes.add("copy");
        return event;
    }

    private void measure(Event event) {
        if (event != null) {
            LOG.debug("measured {}", event.delay);
        }
    }

    private Event copyTwice(Event old) {
        Event event = copy(old);
        event.tries++;
        return event;
    }

    private Event load(Constructor<?> constructor) throws Exception {
        Event event = (Event) constructor.newInstance();
        event.weight = 3;
        return event;
    }

    /** Returns an event that others know by then. */
    private Event sent() {
        Event event = new Event();
        add(event);
        return event;
    }

    private void add(Event event) {
        synchronized (known) {
            known.add(event);
        }
    }

    private void later(Event old) {
        Event event = copyTwice(old);
        event.keep();
        add(event.self());
        event.fails++;
        sent().total++;
    }

    public int sum() {
        synchronized (known) {
            int sum = 0;
            for (Event event : known) {
                sum += event.sum();
            }
            return sum;
        }
    }

    public void begin(Constructor<?> constructor) {
        Event first = new Event();
        add(first);
        new Thread(() -> {
            later(first);
            try {
                add(load(constructor));
            } catch (Exception e) {
                LOG.debug("failed", e);
            }
        }).start();
    }
}
