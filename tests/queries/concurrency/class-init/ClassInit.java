class ClassInit {
    static class Shape {
        static final Shape UNIT = new Square();  // BAD
    }

    static class Square extends Shape {
        static int made = 0;
    }

    static class First {
        static final Object NEEDED = new Object();
        static final Object OTHER = Second.NEEDED;  // BAD
    }

    static class Second {
        static final Object NEEDED = new Object();
        static final Object OTHER = First.NEEDED;
    }

    static class Constant {
        static final int SIZE = 3;
        static final Object OTHER = User.THING;  // GOOD: the other one only needs a constant
    }

    static class User {
        static final Object THING = new Object();
        static final int N = Constant.SIZE;
    }

    static class Outer {
        static final Outer DEFAULT = new Inner();  // GOOD: nobody else can begin with Inner

        private static class Inner extends Outer { }
    }

    static class Metal {
        static final Iron FIRST = new Iron();  // BAD: the superclass is initialised before the subclass, which has no code
    }

    static class Iron extends Metal { }

    static class Stone {
        static final Stone FIRST = new Flint();  // GOOD: nobody else can make one

        static class Flint extends Stone {
            private Flint() { }
        }
    }

    void use() {
        new Iron();
        new Square();
        new Shape();
        System.out.println(First.OTHER);
        System.out.println(Second.OTHER);
        System.out.println(User.N);
        System.out.println(Constant.OTHER);
    }
}
