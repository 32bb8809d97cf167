package early;

import java.util.ArrayList;
import java.util.List;

/** What the sources only call on objects that nobody else knows yet, whatever its name, is less likely to race. */
class Bridge {
    private String peer;
    private String host;
    private String port;
    private List<String> names = new ArrayList<>();

    /** Called by Bridges on what the factory has just made. */
    public void duplex(String peer) {
        this.peer = peer; // fine: before-sharing
        proceed();
    }

    private void proceed() {
        host = peer; // fine: before-sharing
    }

    /** Called by Bridges on a bridge that others know, too. */
    public void move(String port) {
        this.port = port; // BAD
    }

    /** What the field holds already may be changed at any time. */
    public void addName(String name) {
        names.add(name); // BAD
    }

    public synchronized void work() {
        peer = peer.trim();
        host = host.trim();
        port = port.trim();
        names.add(port);
    }
}

class Bridges {
    private final List<Bridge> bridges = new ArrayList<>();

    private Bridge create() {
        Bridge bridge = null;
        if (bridges.isEmpty()) {
            bridge = new Bridge();
        } else {
            bridge = new Bridge();
        }
        bridge.addName("a");
        return bridge;
    }

    public void open(String peer) {
        Bridge bridge = create();
        bridge.duplex(peer);
        bridge.move("1");
        synchronized (bridges) {
            bridges.add(bridge);
        }
        bridge.move("2");
        new Thread(bridge::work).start();
    }
}

/** One access of a list is in a method that fills new objects, the one that is shown looks into it. */
class Attempts {
    private List<String> past = new ArrayList<>();

    public void fill(List<String> past) {
        this.past = past; // fine
    }

    public List<String> getPast() {
        return past;
    }

    public int count() {
        int length = 0;
        for (String name : past) { // BAD
            length += name.length();
        }
        return length;
    }

    public synchronized void retry(String name) {
        past.add(name);
    }

    static Attempts of(List<String> past) {
        Attempts attempts = new Attempts();
        attempts.fill(past);
        return attempts;
    }
}

/** A builder fills what it makes; what others change in the same object later is not its work. */
class Report {
    private List<String> lines = new ArrayList<>();

    public synchronized int count() {
        return lines.size();
    }

    public synchronized void clear() {
        lines.clear();
    }

    static class Builder {
        private final Report report = new Report();

        Builder add(String line) {
            report.lines.add(line); // fine: builder
            return this;
        }

        Report build() {
            return report;
        }
    }

    static class Editor {
        private Report edited;

        void edit(Report report) {
            edited = report;
        }

        void add(String line) {
            edited.lines.add(line); // BAD
        }
    }
}

/** What a constructor starts before it keeps it is a part of the object. */
class Store {
    private int version;
    private int chunks;

    public void start() {
        version = 1; // fine
        chunks = 0; // fine
    }

    public synchronized void save() {
        version++;
        chunks++;
    }
}

class Database {
    private final Store store;

    Database(boolean large) {
        Store opened = large ? new Store() : null;
        if (opened != null) {
            opened.start();
        }
        this.store = opened;
    }

    public void save() {
        store.save();
    }
}
