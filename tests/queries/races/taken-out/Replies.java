import java.util.LinkedList;

/** A list that is taken out and replaced with the lock held belongs to whoever took it. */
public class Replies {
    static class Held {
        private LinkedList<Runnable> list = new LinkedList<>();

        synchronized void add(Runnable reply) {
            list.add(reply);
        }

        synchronized LinkedList<Runnable> takeAll() {
            LinkedList<Runnable> old = list;
            list = new LinkedList<>();
            return old;
        }
    }

    static class Kept {
        private LinkedList<Runnable> list = new LinkedList<>();

        synchronized void add(Runnable reply) {
            list.add(reply);
        }

        synchronized LinkedList<Runnable> all() {
            LinkedList<Runnable> old = list;
            return old;
        }
    }

    private final Held held = new Held();
    private final Kept kept = new Kept();

    public void hold(Runnable reply) {
        held.add(reply);
        kept.add(reply);
    }

    public void start() {
        new Thread(this::flush).start();
    }

    private void flush() {
        LinkedList<Runnable> replies = held.takeAll();
        replies.removeLast().run();
        LinkedList<Runnable> shared = kept.all();
        shared.removeLast().run();
    }
}
