class StartInConstructor {
    static class Late implements Runnable {
        private final Thread thread;
        private int size;

        Late() {
            thread = new Thread(this);
            thread.start();  // BAD
            size = 3;
        }

        @Override public void run() { System.out.println(size); }
    }

    public static class Open {
        private int n = 1;

        public Open() {
            new Thread(() -> n++).start();  // BAD
        }
    }

    static class Base extends Thread {
        Base() {
            start();  // BAD
        }
    }

    static class Derived extends Base {
        private int more = 2;

        @Override public void run() { System.out.println(more); }
    }

    public static class Referenced {
        public Referenced() {
            Thread t = new Thread(this::work);
            t.start();  // BAD
        }

        void work() { }
    }

    static final class Closed {
        private int n = 1;

        Closed() {
            new Thread(() -> n++).start();  // GOOD: complete, and nobody can extend it
        }
    }

    public static class Other {
        private int n;

        public Other(Runnable task) {
            new Thread(task).start();  // counts less: the thread does not know this object
            n = 1;
        }
    }

    public static class Later {
        private final Thread thread;

        public Later() {
            thread = new Thread(() -> System.out.println(this));
        }

        void begin() { thread.start(); }  // GOOD: no constructor
    }

    private static class Only {
        Only(Runnable task) {
            new Thread(task).start();  // GOOD: nobody extends it
        }
    }

    static class Extended {
        Extended(Runnable task) {
            new Thread(task).start();  // counts less
        }
    }

    static final class Last {
        Last(Runnable task) {
            new Thread(task).start();  // GOOD
        }
    }

    static class SetLater {
        private String name;

        SetLater() {
            new Thread() {
                @Override public void run() { print(); }
            }.start();  // BAD, and surer: what runs reads the field (reported where the expression begins)
            name = "a";
        }

        void print() { System.out.println(name.length()); }
    }

    static class SetLaterUnused {
        private String name;

        SetLaterUnused() {
            new Thread(() -> System.out.println(this)).start();  // BAD: it knows the object, and reads nothing of it
            name = "a";
        }
    }

    static final class SetBefore {
        private final String name;

        SetBefore() {
            name = "a";
            new Thread(() -> System.out.println(name)).start();  // GOOD
        }
    }
}
