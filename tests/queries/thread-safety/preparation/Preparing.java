package preparation;

import java.text.SimpleDateFormat;
import java.util.TimeZone;

/** What the sources call only on objects that their callers have just made happens before others know them. */
class Node {
    private String name;
    private int size;
    private int depth;
    private int weight;

    public void setName(String name) { // fine: Program calls it before it starts the node
        this.name = name;
    }

    public void open() { // fine: as setName
        size = name.length();
        measure();
    }

    private void measure() {
        depth = size;
    }

    public void setWeight(int weight) {
        this.weight = weight; // BAD: Program calls it after the start, too
    }

    public synchronized void start() {
        new Thread(() -> work()).start();
    }

    private synchronized void work() {
        name = name.trim();
        size++;
        depth++;
        weight++;
    }
}

class Program {
    private Node kept;

    void begin() {
        Node node = new Node();
        node.setName("a");
        node.open();
        node.setWeight(1);
        node.start();
    }

    void beginKept() {
        kept = new Node();
        kept.setName("b");
        kept.start();
        kept.setWeight(2);
    }
}

/** A part that is made ready with its whole. */
class Whole {
    private final Part part = new Part();

    Whole() {
        init();
    }

    private void init() {
        part.init(1);
    }

    public int next() {
        return part.next();
    }
}

class Part {
    private int n;

    public void init(int first) {
        n = first; // fine
    }

    public synchronized int next() {
        return n++;
    }
}

/** A method with such a name that others call later. */
class Reopened {
    private int generation;

    public void open() {
        generation = 0; // BAD
    }

    public synchronized int next() {
        return generation++;
    }
}

class Reopening {
    private final Reopened file = new Reopened();

    public void again() {
        file.open();
    }
}

/** Settings that are only set, without any lock, and read wherever one is held. */
class Settings {
    private int limit;
    private int used;
    private int last;

    public void setLimit(int limit) {
        this.limit = limit; // fine
    }

    public synchronized boolean use() {
        last = used;
        return used++ < limit;
    }

    public int getLast() {
        return last; // BAD
    }
}

/** A setter that changes what the class changes under its lock. */
class Formatter {
    private final SimpleDateFormat format = new SimpleDateFormat("HH:mm");

    static Formatter of(TimeZone zone) {
        Formatter made = new Formatter();
        made.setZone(zone);
        return made;
    }

    public void setZone(TimeZone zone) {
        format.setTimeZone(zone); // BAD
    }

    public synchronized String text(long time) {
        return format.format(time);
    }
}

/** Setters that hand on what they are given, to a part of the object. */
class Lamps {
    private final Lamp lamp = new Lamp();

    public void setColour(String colour) {
        lamp.setColour(colour); // BAD: not only a setting
    }

    public void repaint(String colour) {
        lamp.setColour(colour); // BAD: at any time
    }

    public synchronized String show() {
        return lamp.getColour() + lamp.getColour();
    }
}

class Lamp {
    private String colour = "white";

    void setColour(String colour) {
        this.colour = colour;
    }

    String getColour() {
        return colour;
    }
}

/** Only set by a setter. */
class Bulbs {
    private final Lamp lamp = new Lamp();

    public void setColour(String colour) {
        lamp.setColour(colour); // low: a setting
    }

    public synchronized String show() {
        return lamp.getColour();
    }
}
