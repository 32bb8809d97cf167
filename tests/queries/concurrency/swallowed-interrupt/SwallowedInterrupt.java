class SwallowedInterrupt {
    private boolean stopped;

    void bad() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {  // BAD
        }
        System.out.println("on");
    }

    void badLog(Object o) throws Exception {
        synchronized (o) {
            try {
                o.wait();
            } catch (InterruptedException e) {  // BAD
                e.printStackTrace();
            }
        }
    }

    void good() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void goodThrow() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void goodFlag() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            stopped = true;
        }
    }

    void goodLoop() {
        while (!stopped) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                break;
            }
        }
    }

    static class Task implements Runnable {
        @Override public void run() {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {  // GOOD: the thread ends here
            }
        }
    }
}

class DoneAlready {
    void good(java.util.concurrent.Future<?> task) {
        if (task.isDone()) {
            try {
                task.get();
            } catch (InterruptedException | java.util.concurrent.ExecutionException e) {  // GOOD: does not wait
                e.printStackTrace();
            }
        }
    }
}
