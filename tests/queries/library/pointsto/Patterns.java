// Patterns that Java has from 21 on.

class Patterns {
    public static void main(String[] args) {
        new Patterns().patterns(args.length);
    }

    void patterns(int n) {
        Object o = n > 0 ? new Y() : new Pair(new X(), new Z());
        if (o instanceof Pair(Object left, Z right)) {
            Show.show(left); // $ pt=X
            Show.show(right); // $ pt=Z
        }
        switch (o) {
            case Pair p -> Show.show(p.right()); // $ pt=Z
            case Y y -> Show.show(y); // $ pt=Y
            default -> Show.show(o); // $ pt=Y pt=Pair
        }
    }
}
