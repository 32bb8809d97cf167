import java.util.ArrayList;
import java.util.List;

class ReassignedLock {
    private List<String> list = new ArrayList<>();
    private List<String> once;
    private List<String> ended = new ArrayList<>();

    ReassignedLock() {
        once = new ArrayList<>();
        prepare();
    }

    private void prepare() {
        once = new ArrayList<>();  // GOOD: only the constructor calls this
    }

    public void add(String s) {
        synchronized (list) {  // BAD
            list.add(s);
        }
        synchronized (once) {
            once.add(s);
        }
        synchronized (ended) {
            ended.add(s);
        }
    }

    public void reset() {
        list = new ArrayList<>();
    }

    public void end() {
        ended = null;  // GOOD: no other lock takes its place
    }

    public ReassignedLock copy() {
        ReassignedLock c = new ReassignedLock();
        c.once = new ArrayList<>();  // GOOD: nobody knows the copy yet
        return c;
    }
}
