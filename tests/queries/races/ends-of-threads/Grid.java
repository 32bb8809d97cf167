import java.util.*;
import java.util.concurrent.*;
class Cell { double v; }
class Grid {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Cell> cells = new ArrayList<>();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Cell c = new Cell();
            cells.add(c);
            tasks.add(() -> { c.v = Math.random(); return null; });
        }
        pool.invokeAll(tasks);
        double sum = 0;
        for (Cell c : cells) sum += c.v;
        System.out.println(sum);
        pool.shutdown();
    }
}
