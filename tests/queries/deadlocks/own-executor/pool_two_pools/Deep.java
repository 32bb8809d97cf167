package pool_two_pools;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Deep {
    private static final ExecutorService ex = Executors.newSingleThreadExecutor();
    private static final ExecutorService io = Executors.newSingleThreadExecutor();
    static int outer() throws Exception { Future<Integer> f = io.submit(() -> 3); return f.get(); }
    public static void main(String[] a) throws Exception { System.out.println(ex.submit(() -> outer()).get()); ex.shutdown(); io.shutdown(); }
}
