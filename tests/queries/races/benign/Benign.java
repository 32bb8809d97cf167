/** Races that are usually harmless are reported as notes. */
public class Benign {
    private boolean stopped; // NOTE: only ever set to true
    private int hits; // NOTE: counted and returned
    private String text; // NOTE: computed where it is missing
    private boolean ready; // BAD: set and reset
    private boolean used; // BAD: tested and set
    private int level; // BAD: counted, and the program decides by it

    public void begin() {
        new Thread(() -> {
            while (!stopped) {
                hits++;
                level++;
                ready = !ready;
                take();
                text();
            }
        }).start();
    }

    public void stop() {
        stopped = true;
    }

    public int getHits() {
        return hits;
    }

    public String text() {
        if (text == null) {
            text = "computed";
        }
        return text;
    }

    public boolean take() {
        if (!used) {
            used = true;
            return ready;
        }
        return level > 3;
    }
}
