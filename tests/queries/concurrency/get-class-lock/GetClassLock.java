class GetClassLock {
    static class Parent {
        private static int count;

        void bad() {
            synchronized (getClass()) {  // BAD
                count++;
            }
        }

        void good() {
            synchronized (Parent.class) {
                count++;
            }
        }
    }

    static class Child extends Parent { }

    static class Alone {
        private static int count;

        void bad() {
            synchronized (this.getClass()) {  // BAD, though nobody extends it here
                count++;
            }
        }
    }

    static final class Last {
        private static int count;

        void good() {
            synchronized (getClass()) {  // GOOD: one class
                count++;
            }
        }
    }

    void badOther(Parent other) {
        synchronized (other.getClass()) {  // BAD
            System.out.println(other);
        }
    }
}
