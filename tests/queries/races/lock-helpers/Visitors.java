package lockhelpers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/* An object that hands itself over with its lock held. */

/** Its visitors add to its list while it holds its lock: right. */
class Hall {
    private final List<String> guests = new ArrayList<>();
    private final ReentrantLock door = new ReentrantLock();

    interface Visitor { void visit(Hall h); }

    static class Guest implements Visitor {
        @Override public void visit(Hall h) { seat(h, "guest"); }
        private static void seat(Hall h, String s) { h.guests.add(s); }
    }

    void open(Visitor v) {
        door.lock();
        try {
            v.visit(this);
        } finally {
            door.unlock();
        }
    }

    public static void main(String[] args) {
        Hall h = new Hall();
        new Thread(() -> h.open(new Guest())).start();
        new Thread(() -> h.open(new Guest())).start();
    }
}

/** It holds its lock while the visitor goes to another one: wrong. */
class Halls {
    private final List<String> guests = new ArrayList<>();
    private final ReentrantLock door = new ReentrantLock();
    private final Halls next;

    Halls(Halls next) { this.next = next; }

    interface Visitor { void visit(Halls h); }

    static class Guest implements Visitor {
        @Override public void visit(Halls h) { h.guests.add("guest"); }
    }

    void open(Visitor v) {
        door.lock();
        try {
            v.visit(next);
        } finally {
            door.unlock();
        }
    }

    public static void main(String[] args) {
        Halls last = new Halls(null);
        Halls one = new Halls(last);
        Halls two = new Halls(last);
        new Thread(() -> one.open(new Guest())).start();
        new Thread(() -> two.open(new Guest())).start();
    }
}
