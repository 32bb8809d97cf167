package codeql;

import java.util.ArrayList;
import java.util.List;

/** java/notify-instead-of-notify-all: who puts and who takes wait on one object, and one is woken. */
class NotifyNotNotifyAll {
    private final List<Object> box = new ArrayList<>();

    public synchronized void put(Object o) throws InterruptedException {
        while (box.size() == 2) {
            wait();
        }
        box.add(o);
        notify(); // BAD java/notify-instead-of-notify-all
    }

    public synchronized Object take() throws InterruptedException {
        while (box.size() == 0) {
            wait();
        }
        Object o = box.remove(0);
        notify(); // BAD java/notify-instead-of-notify-all
        return o;
    }

    static class GoodBox {
        private final List<Object> box = new ArrayList<>();

        public synchronized void put(Object o) throws InterruptedException {
            while (box.size() == 2) {
                wait();
            }
            box.add(o);
            notifyAll();
        }

        public synchronized Object take() throws InterruptedException {
            while (box.size() == 0) {
                wait();
            }
            Object o = box.remove(0);
            notifyAll();
            return o;
        }
    }
}
