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
            } catch (InterruptedException e) {  // below the default: the thread ends here
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

class AmongAll {
    private volatile boolean on = true;

    void bad() {
        try {
            Thread.sleep(10);
        } catch (Exception e) {  // below the default: it catches all
            System.out.println("failed");
        }
    }

    void goodNamed() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {  // GOOD: the interrupt went before
            System.out.println("failed");
        }
    }

    void goodAsked() {
        try {
            Thread.sleep(10);
        } catch (Exception e) {
            if (e instanceof InterruptedException) Thread.currentThread().interrupt();  // GOOD
        }
    }

    void goodOther() {
        try {
            System.out.println(Integer.parseInt("x"));
        } catch (Exception e) {  // GOOD: nothing waits here
            System.out.println("failed");
        }
    }

    void goodInner() {
        try {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        } catch (Exception e) {  // GOOD: the interrupt does not come here
            System.out.println("failed");
        }
    }

    void badAgain(Thread other) {
        for (;;) {
            try {
                other.join();
                return;
            } catch (InterruptedException e) {  // below the default: tries again, and forgets
                continue;
            }
        }
    }
}
