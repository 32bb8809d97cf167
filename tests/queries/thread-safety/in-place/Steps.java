package inplace;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/** Its steps are runnables that it runs itself, under its lock: right. */
public class Steps {
    private final List<String> done = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    public void go(String name) {
        lock.lock();
        try {
            new Step(name).run();
            Ask ask = new Ask();
            if (ask.call() > 3) {
                done.clear();
            }
        } finally {
            lock.unlock();
        }
    }

    private final class Step implements Runnable {
        private final String name;

        Step(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            done.add(name);
        }
    }

    private class Ask implements Callable<Integer> {
        @Override
        public Integer call() {
            return done.size();
        }
    }
}

/** One of its steps is handed to an executor: wrong. */
class HandedSteps {
    private final List<String> done = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    public void go(Executor executor) {
        lock.lock();
        try {
            new Step().run();
            executor.execute(new Step());
            done.remove("x");
        } finally {
            lock.unlock();
        }
    }

    private final class Step implements Runnable {
        @Override
        public void run() {
            done.add("x"); // BAD
        }
    }
}
