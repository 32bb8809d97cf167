package codeql;

/** java/thread-start-in-constructor: a thread that a constructor starts before the subclass is ready. */
class StartInConstructor {
    static class Parent {
        Parent() {
            new Thread() { // BAD java/thread-start-in-constructor
                @Override public void run() { System.out.println(Parent.this.toString()); }
            }.start();
        }

        @Override public String toString() { return "parent"; }
    }

    static class Child extends Parent {
        private final String name;

        Child(String name) { this.name = name; }

        @Override public String toString() { return super.toString() + " " + name; }
    }

    static class GoodParent {
        private final Thread thread;

        GoodParent() {
            thread = new Thread() {
                @Override public void run() { System.out.println(GoodParent.this.toString()); }
            };
        }

        void start() { thread.start(); }
    }
}
