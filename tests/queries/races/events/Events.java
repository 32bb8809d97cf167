import java.awt.EventQueue;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;

/** What the event dispatch thread executes alone is no race, by whatever way it comes to it. */
class Events {
    private static final List<String> shown = new ArrayList<>(); // GOOD: the event thread only
    private static final List<String> loaded = new ArrayList<>(); // BAD: a loader fills it as well

    static class Wrapped implements Runnable {
        private final Runnable task;

        Wrapped(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            task.run();
        }
    }

    static void later(Runnable task) {
        Runnable wrapped = new Wrapped(task);
        EventQueue.invokeLater(wrapped);
    }

    static void begin(JButton button) {
        button.addActionListener(event -> {
            shown.add("pressed");
            loaded.add("pressed");
        });
        later(() -> shown.add("begun"));
        EventQueue.invokeLater(() -> shown.add("later"));
        new Thread(() -> loaded.add("loaded")).start();
        new Thread(() -> load()).start();
        new Thread(() -> load()).start();
    }

    static void onEventThread(Runnable task) {
        if (EventQueue.isDispatchThread())
            task.run();
        else
            EventQueue.invokeLater(task);
    }

    private static int painted; // GOOD: other threads hand it over
    private static int counted; // BAD: the loader counts as well

    static void paint() {
        if (!EventQueue.isDispatchThread()) {
            EventQueue.invokeLater(() -> paint());
            return;
        }
        addPainted();
    }

    private static void addPainted() {
        painted++;
    }

    private static void addCounted() {
        counted++;
    }

    static void count() {
        if (EventQueue.isDispatchThread())
            addPainted();
        else
            addCounted();
    }

    static void load() {
        onEventThread(() -> shown.add("loaded"));
        paint();
        count();
    }

    static int ask() throws Exception {
        int[] answer = new int[1]; // GOOD: the call waits until the task is done
        EventQueue.invokeAndWait(() -> answer[0] = shown.size());
        return answer[0];
    }

    static int askLater() {
        int[] later = new int[1]; // BAD: nothing waits
        EventQueue.invokeLater(() -> later[0] = 1);
        return later[0];
    }

    public static void main(String[] args) throws Exception {
        System.out.println(ask() + askLater());
        begin(new JButton());
    }
}
