package invoke_all_in_lock;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Sum {
    private int n;
    private final ExecutorService ex = Executors.newCachedThreadPool();
    synchronized int part() { return ++n; }
    synchronized int all() throws Exception {
        List<Callable<Integer>> c = new ArrayList<>();
        c.add(() -> part());
        return ex.invokeAll(c).size(); 
    }
    public static void main(String[] a) throws Exception { System.out.println(new Sum().all()); }
}
