import java.util.ArrayList;
import java.util.List;
import java.util.prefs.NodeChangeEvent;
import java.util.prefs.NodeChangeListener;
import java.util.prefs.PreferenceChangeEvent;
import java.util.prefs.PreferenceChangeListener;
import java.util.prefs.Preferences;

/** Objects of classes with names, which a library calls on a thread of its own. */
public class Watches {
    private final List<String> changed = new ArrayList<>();
    private final List<String> guarded = new ArrayList<>();
    private int inPlace;

    public void open(Preferences preferences) {
        preferences.addPreferenceChangeListener(new Inner());
        Outer outer = new Outer(this);
        preferences.addNodeChangeListener(outer);
        preferences.addPreferenceChangeListener(e -> inPlace++);
    }

    /** An inner class. */
    private class Inner implements PreferenceChangeListener {
        @Override
        public void preferenceChange(PreferenceChangeEvent event) {
            changed.add(event.getKey());
            synchronized (guarded) {
                guarded.add(event.getKey());
            }
        }
    }

    void changeChild(String name) {
        synchronized (guarded) {
            guarded.remove(name);
        }
    }

    public int countChanged() {
        return changed.size();
    }

    public int countGuarded() {
        synchronized (guarded) {
            return guarded.size();
        }
    }

    public int countInPlace() {
        return inPlace;
    }
}

/** A class of its own, which knows the other one. */
class Outer implements NodeChangeListener {
    private final Watches watches;
    private final List<String> removed = new ArrayList<>();

    Outer(Watches watches) {
        this.watches = watches;
    }

    @Override
    public void childAdded(NodeChangeEvent event) {
        watches.changeChild(event.getChild().name());
    }

    @Override
    public void childRemoved(NodeChangeEvent event) {
        removed.add(event.getChild().name());
    }
}
