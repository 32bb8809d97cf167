/** Others may begin with the classes in it. */
public class ClassInitOpen {
    public static class Base {
        public static final Base FIRST = new Sub();  // below the default: nobody here begins with it

        public static class Sub extends Base { }
    }

    public static class Closed {
        public static final Closed FIRST = new Sub();  // GOOD: nobody can begin with it

        public static class Sub extends Closed {
            private Sub() { }
        }
    }
}
