/** Objects of a family of classes with very many allocations are distinguished only by class; shared ones still race. */
abstract class Term {
    int uses;

    abstract void visit();
}

class Leaf extends Term {
    @Override
    void visit() {
        uses++;
    }
}

class Pair extends Term {
    private final Term left = new Leaf();
    private final Term right = new Leaf();

    @Override
    void visit() {
        synchronized (this) {
            uses++;
        }
    }
}

class Grammar {
    static final Term SHARED = new Leaf();
    static final Term GUARDED = new Pair();

    public static void main(String[] arguments) {
        new Thread(() -> SHARED.visit()).start();
        new Thread(() -> SHARED.visit()).start();
        new Thread(() -> GUARDED.visit()).start();
        new Thread(() -> GUARDED.visit()).start();
        rows();
    }

    static Term[] rows() {
        return new Term[] {
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
            new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(), new Leaf(),
        };
    }
}
