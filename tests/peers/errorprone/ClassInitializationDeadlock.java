package errorprone;

/** ClassInitializationDeadlock: a class whose initialiser needs its subclass. */
public class ClassInitializationDeadlock {
    public static class Animal {
        public static final Cat FIRST = new Cat(); // BAD java/class-initialization-deadlock
    }

    public static class Cat extends Animal {
    }

    public static class GoodShape {
        public static final GoodShape UNIT = new Square();

        public static class Square extends GoodShape {
            private Square() { }
        }
    }
}
