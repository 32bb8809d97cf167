class EmptyRun {
    static class Misspelt extends Thread {  // BAD
        public void Run() { System.out.println(); }
    }

    static class Empty extends Thread {
        @Override public void run() { }  // BAD
    }

    static class Given extends Thread {
        Given(Runnable r) { super(r); }  // GOOD
    }

    static class Base extends Thread { }  // GOOD: its subclass has the code

    static class Derived extends Base {
        @Override public void run() { System.out.println(); }
    }

    abstract static class Abstract extends Thread { }

    void bad() {
        new Thread("nothing").start();  // BAD
    }

    void good(Runnable task) {
        new Thread(task).start();
        new Thread(() -> { }, "name").start();
        new Thread(new Given(task), "name").start();
    }

    void badLater() {
        Thread later = new Thread("name");  // BAD
        later.start();
    }

    Thread handedOn() {
        return new Thread("name");  // below the default: nothing shows that it is started
    }

    void goodLater(Runnable task) {
        Thread later = new Thread(task);
        later.start();
    }
}
