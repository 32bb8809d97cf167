import java.util.*;
import java.util.concurrent.atomic.*;
public class Board {
    private final AtomicReference<List<String>> notes = new AtomicReference<>(new ArrayList<>());
    public void start() {
        new Thread(() -> { while (true) pin("x" + System.nanoTime()); }).start();
        new Thread(() -> { while (true) print(); }).start();
    }
    private void pin(String note) {
        notes.get().add(note);
    }
    private void print() {
        for (String n : notes.get()) {
            System.out.println(n);
        }
    }
}
