import java.util.*;
import java.util.concurrent.*;
class Racing {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<String> seen = new ArrayList<>();
        List<Callable<String>> tasks = new ArrayList<>();
        for (String host : args) {
            tasks.add(() -> {
                seen.add(host);
                return host;
            });
        }
        System.out.println(pool.invokeAny(tasks));
        System.out.println(seen);
    }
}
