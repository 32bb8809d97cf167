package codeql;

/** java/sync-on-boxed-types: two threads lock one string without knowing of each other. */
class SynchOnBoxedType {
    static class First extends Thread {
        private final String key = "key";

        @Override public void run() {
            synchronized (key) { // BAD java/sync-on-boxed-types
                System.out.println("first");
            }
        }
    }

    static class Second extends Thread {
        private final String key = "key";

        @Override public void run() {
            synchronized (key) { // BAD java/sync-on-boxed-types
                System.out.println("second");
            }
        }
    }

    static class GoodThird extends Thread {
        private final Object key = new Object();

        @Override public void run() {
            synchronized (key) {
                System.out.println("third");
            }
        }
    }
}
