package desk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

interface Command {
    boolean go();
}

/** Commands are method references in a table, and one method runs them, under the lock. */
@ThreadSafe
public class Editor {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Command> commands = new HashMap<>();
    private final List<String> clips = new ArrayList<>();

    public Editor() {
        add("cut", this::cut);
        add("paste", this::paste);
        add("both", this::both);
    }

    private void add(String name, Command c) {
        commands.put(name, named(name, c));
    }

    private Command named(String name, Command c) {
        return new Command() {
            @Override
            public boolean go() {
                return c.go();
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }

    public void press(String name) {
        lock.lock();
        try {
            commands.get(name).go();
        } finally {
            lock.unlock();
        }
    }

    public void note(String text) {
        lock.lock();
        try {
            clips.add(text);
        } finally {
            lock.unlock();
        }
    }

    public void reset() {
        lock.lock();
        try {
            clips.clear();
        } finally {
            lock.unlock();
        }
    }

    protected boolean cut() {
        return clips.add("x");
    }

    protected boolean paste() {
        return clips.remove("x");
    }

    protected boolean both() {
        return cut() && paste();
    }
}
