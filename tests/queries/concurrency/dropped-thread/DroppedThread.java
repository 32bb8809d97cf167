class DroppedThread {
    static class Worker extends Thread {
        @Override public void run() { System.out.println("works"); }
    }

    static class Starter extends Thread {
        Starter() { start(); }

        @Override public void run() { System.out.println("works"); }
    }

    static class Registered extends Thread {
        Registered(java.util.List<Thread> all) { all.add(this); }
    }

    void bad(Runnable task) {
        new Thread(task);  // BAD
        new Worker();  // BAD
        new Thread("name") {  // BAD
            @Override public void run() { System.out.println("works"); }
        };
    }

    void good(Runnable task, java.util.List<Thread> all) {
        new Thread(task).start();
        new Starter();  // GOOD: starts itself
        new Registered(all);  // GOOD: others may start it
        Thread later = new Thread(task);
        later.start();
    }
}
