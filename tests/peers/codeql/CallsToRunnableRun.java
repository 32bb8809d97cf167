package codeql;

/** java/call-to-thread-run: a thread of which only the method is called. */
class CallsToRunnableRun {
    static class Child extends Thread {
        @Override public void run() { System.out.println("child"); }
    }

    static void bad() {
        Child child = new Child();
        child.run(); // BAD java/call-to-thread-run
        System.out.println("parent");
    }

    static void good() {
        Child child = new Child();
        child.start(); // GOOD
        System.out.println("parent");
    }
}
