package mail;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

interface Answer {
    void came(String text);
}

/** Asks, and keeps for the answer a function that hands the next try to the pool: one try at a time. */
public class Asker {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private Answer kept;
    private int tries;

    public void ask() {
        await(text -> pool.execute(() -> again(text)));
    }

    private void await(Answer answer) {
        kept = answer;
    }

    public void answer(String text) {
        kept.came(text);
    }

    private void again(String text) {
        tries = tries + text.length();
    }
}

/** Hands a task for each name to the pool, and all of them have the one list. */
public class Sender {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final List<String> sent = new ArrayList<>();

    public void send(List<String> names) {
        names.forEach(name -> pool.execute(() -> sent.add(name)));
    }
}

public class Main {
    public static void main(String[] args) {
        Asker asker = new Asker();
        asker.ask();
        asker.answer("yes");
        new Sender().send(List.of(args));
    }
}
