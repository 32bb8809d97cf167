import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

class Cell {
    Object value;

    void touch() {
        value = this;
    }
}

class Main {
    static final Cell STATIC = new Cell(); // $ escapes shared

    private Main() {
    }

    public static void main(String[] args) { // $ kind=main
        Cell shared = new Cell(); // $ escapes single shared
        Cell local = new Cell(); // $ single
        local.touch();
        Thread t = new Thread(() -> shared.touch()); // $ kind=thread escapes single
        t.start();
        shared.touch();
        ExecutorService pool = Executors.newFixedThreadPool(4); // $ single
        for (int i = 0; i < 3; i++) {
            Cell task = new Cell(); // $ escapes shared
            pool.execute(() -> task.touch()); // $ kind=thread many escapes
        }
        new Worker(new Cell()).start(); // $ kind=thread escapes single shared
        javax.swing.SwingUtilities.invokeLater(() -> STATIC.touch()); // $ kind=serial escapes single
        here(() -> new Cell()); // $ single
        STATIC.touch();
        new Sum().fork(); // $ kind=thread escapes single
    }

    private static class Sum extends java.util.concurrent.RecursiveTask<Object> {
        @Override
        protected Object compute() {
            return null;
        }
    }

    private static void here(Supplier<Cell> s) {
        s.get().touch();
    }

    private static class Worker extends Thread {
        private final Cell state;

        Worker(Cell state) {
            this.state = state;
        }

        @Override
        public void run() {
            state.touch();
        }
    }
}

@interface Scheduled {
}

class Jobs {
    private Jobs() {
    }

    @Scheduled
    void clean() { // $ kind=handler
        new Cell();
    }
}
