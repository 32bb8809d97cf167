/** Threads that use an object's own fields, by methods of the object: the one object that there is, or one of many. */
public class Several {
    static class Meter {
        private int ticks;

        void tick() {
            ticks++;
        }

        int getTicks() {
            return ticks;
        }
    }

    /** Field and methods are those of many classes: the two threads need not have the same object. */
    abstract static class Shape {
        protected String name;

        void rename(String name) {
            this.name = name;
        }

        abstract void draw();
    }

    static class Circle extends Shape {
        @Override
        void draw() {
            System.out.println(name);
        }
    }

    /** Others reach into its objects. */
    static class Open {
        int ticks;
    }

    private final Meter one = new Meter();

    public static void main(String[] args) {
        Meter only = new Meter();
        new Thread(() -> only.tick()).start(); // BAD: both have the one object
        new Thread(() -> only.tick()).start();
        System.out.println(only.getTicks());
        for (int i = 0; i < 10; i++) {
            use(new Meter(), new Circle(), new Open());
        }
    }

    static void use(Meter meter, Shape shape, Open open) {
        new Thread(() -> {
            meter.tick(); // BAD, but which object it is counts less
            shape.rename("a");
            shape.draw();
            open.ticks++;
        }).start();
        new Thread(() -> {
            meter.tick();
            shape.rename("b");
            shape.draw();
            open.ticks++; // BAD
        }).start();
    }
}
