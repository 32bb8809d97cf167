import java.util.*;
import java.util.concurrent.CompletableFuture;
class Steps {
    private final List<String> trace = new ArrayList<>();
    void run() {
        CompletableFuture<Void> all = CompletableFuture.runAsync(() -> trace.add("a"))
            .thenRun(() -> trace.add("b"))
            .thenRunAsync(() -> trace.add("c"));
        all.join();
        System.out.println(trace);
    }
    public static void main(String[] args) { new Steps().run(); }
}
