package codeql;

import java.util.ArrayList;
import java.util.List;

/** java/notify-without-sync: wait and notify in a method that does not synchronize. */
class NotifyWithoutSynch {
    private final List<Object> box = new ArrayList<>();

    public synchronized void put(Object o) throws InterruptedException {
        while (box.size() == 2) {
            wait();
        }
        box.add(o);
        notifyAll();
    }

    public Object take() throws InterruptedException {
        while (box.size() == 0) {
            wait(); // BAD java/notify-without-sync
        }
        Object o = box.remove(0);
        notifyAll(); // BAD java/notify-without-sync
        return o;
    }
}
