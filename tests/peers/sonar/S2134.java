package sonar;

/** S2134: a class of threads without run. */
class S2134 {
    static class Bad extends Thread { // BAD java/empty-run-method-in-thread
        void work() { System.out.println("works"); }
    }

    static class Good extends Thread {
        @Override public void run() { System.out.println("works"); }
    }
}
