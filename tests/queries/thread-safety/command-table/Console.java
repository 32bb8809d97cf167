package desk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jcip.annotations.ThreadSafe;

interface Verb {
    void run(String line);
}

/** One of the two methods that run the verbs of the table takes no monitor. */
@ThreadSafe
public class Console {
    private final Map<String, Verb> verbs = new HashMap<>();
    private final List<String> lines = new ArrayList<>();

    public Console() {
        verbs.put("say", this::say);
        verbs.put("undo", this::undo);
    }

    public synchronized void enter(String verb, String line) {
        verbs.get(verb).run(line);
    }

    public void enterQuickly(String verb) {
        verbs.get(verb).run("");
    }

    public synchronized void clear() {
        lines.clear();
    }

    public synchronized int lines() {
        return lines.size();
    }

    protected void say(String line) {
        lines.add(line);
    }

    protected void undo(String line) {
        lines.remove(lines.size() - 1);
    }
}
