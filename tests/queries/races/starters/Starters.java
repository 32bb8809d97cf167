import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Objects of which nobody knows until a method that is called on them starts a thread. */
class Starters {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        new Waiting().run(pool);
        new Hasty().run(pool);
        new ByHelper().run();
        System.out.println(countOwn() + countAgain());
        new Early(pool);
        new Late(pool);
        pool.shutdown();
    }

    /** Each execution has an object of its own. */
    static int countOwn() throws InterruptedException {
        return new Joining().run();
    }

    static int countAgain() throws InterruptedException {
        Joining twice = new Joining();
        return twice.run();
    }
}

/** The task has ended when the list is used again. */
class Waiting {
    private final List<String> lines = new ArrayList<>();

    void run(ExecutorService pool) throws Exception {
        lines.add("first");
        Future<?> task = pool.submit(() -> lines.add("second"));
        task.get();
        lines.add("third");
    }
}

/** Another task has. */
class Hasty {
    private final List<String> lines = new ArrayList<>();

    void run(ExecutorService pool) throws Exception {
        lines.add("first");
        Future<?> other = pool.submit(() -> System.out.println("other"));
        pool.submit(() -> lines.add("second"));
        other.get();
        lines.add("third");
    }
}

/** A method of its own starts the thread. */
class ByHelper {
    private long total;

    void run() {
        total = 1;
        begin();
        total = total * 3;
    }

    private void begin() {
        new Thread(() -> total = total * 2).start();
    }
}

/** Who calls waits for the thread. */
class Joining {
    private int sum;

    int run() throws InterruptedException {
        sum = 1;
        Thread worker = new Thread(() -> sum = sum * 5);
        worker.start();
        worker.join();
        return sum;
    }
}

/** The task may run before the constructor sets the field. */
class Early {
    private List<String> names;

    Early(ExecutorService pool) {
        pool.execute(() -> System.out.println(names.size()));
        names = new ArrayList<>();
    }
}

/** The field is set by then. */
class Late {
    private List<String> names;

    Late(ExecutorService pool) {
        names = new ArrayList<>();
        pool.execute(() -> System.out.println(names.size()));
    }
}
