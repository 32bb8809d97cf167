package errorprone;

/** ClassInitializationDeadlock: a class whose initialiser needs its subclass. */
class ClassInitializationDeadlock {
    static class Animal {
        public static final Cat FIRST = new Cat(); // BAD java/class-initialization-deadlock
    }

    static class Cat extends Animal {
    }

    static class GoodShape {
        public static final GoodShape UNIT = new Square();

        private static class Square extends GoodShape {
            private Square() { }
        }
    }
}
