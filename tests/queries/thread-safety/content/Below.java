package content;

import java.util.ArrayList;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.annotation.concurrent.ThreadSafe;

/** Own classes below those of libraries are made for as many threads as these. */
@ThreadSafe
class Below {
    static class History extends ConcurrentLinkedQueue<String> {
        void keep(String line) {
            if (size() < 100) {
                add(line);
            }
        }
    }

    static class Plain extends ArrayList<String> {
    }

    private final History history = new History(); // GOOD
    private final Plain plain = new Plain(); // BAD

    public void tell(String line) {
        history.keep(line);
        plain.add(line);
    }

    public String ask() {
        return history.poll() + plain.get(0);
    }
}
