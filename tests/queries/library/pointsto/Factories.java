// Objects of static factories are distinguished by the call; a static method that returns its argument returns that of the call.

class Crate {
    Object content;

    Crate() {
    }

    Crate(Object content) {
        this.content = content;
    }

    static Crate of(Object content) {
        return new Crate(content);
    }

    static Crate empty() {
        Crate made = new Crate();
        return made;
    }

    static Object checked(Object o) {
        if (o == null) throw new IllegalArgumentException();
        return o;
    }

    /** No factory: it gives back one of two. */
    static Crate either(boolean first) {
        Crate one = new Crate();
        if (first) one = new Crate();
        return one;
    }
}

class Factories {
    public static void main(String[] args) {
        new Factories().use();
    }

    void use() {
        Crate a = Crate.of(new X());
        Crate b = Crate.of(new Y());
        Show.show(a); // $ pt=Crate
        Show.show(a.content); // $ pt=X
        Show.show(b.content); // $ pt=Y
        Crate c = Crate.empty();
        Crate d = Crate.empty();
        c.content = new X();
        d.content = new Y();
        Show.show(c.content); // $ pt=X
        Show.show(d.content); // $ pt=Y
        Show.show(Crate.checked(new X())); // $ pt=X
        Show.show(Crate.checked(new Y())); // $ pt=Y
        java.util.function.Supplier<Crate> maker = Crate::empty;
        Crate e = maker.get();
        e.content = new Z();
        Show.show(e.content); // $ pt=Z
        java.util.function.Function<Object, Crate> filler = Crate::of;
        Show.show(filler.apply(new Z()).content); // $ pt=Z
        Show.show(Crate.either(true)); // $ pt=Crate
    }
}
