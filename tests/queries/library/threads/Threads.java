import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

class State {
    Object value;

    void touch() {
        value = this;
    }
}

class Main {
    static final State STATIC = new State(); // $ escapes shared

    private Main() {
    }

    public static void main(String[] args) { // $ kind=main
        State shared = new State(); // $ escapes single shared
        State local = new State(); // $ single
        local.touch();
        Thread t = new Thread(() -> shared.touch()); // $ kind=thread escapes single
        t.start();
        shared.touch();
        ExecutorService pool = Executors.newFixedThreadPool(4); // $ single
        for (int i = 0; i < 3; i++) {
            State task = new State(); // $ escapes shared
            pool.execute(() -> task.touch()); // $ kind=thread many escapes
        }
        new Worker(new State()).start(); // $ kind=thread escapes single shared
        javax.swing.SwingUtilities.invokeLater(() -> STATIC.touch()); // $ kind=serial escapes single
        here(() -> new State()); // $ single
        STATIC.touch();
        new Sum().fork(); // $ kind=thread escapes single
    }

    private static class Sum extends java.util.concurrent.RecursiveTask<Object> {
        @Override
        protected Object compute() {
            return null;
        }
    }

    private static void here(Supplier<State> s) {
        s.get().touch();
    }

    private static class Worker extends Thread {
        private final State state;

        Worker(State state) {
            this.state = state;
        }

        @Override
        public void run() {
            state.touch();
        }
    }
}
