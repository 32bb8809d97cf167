// What one, two and three receivers tell apart.

class Holder {
    private Object held;

    void put(Object o) {
        held = o;
    }

    Object take() {
        return held;
    }
}

class Outer {
    private final Holder holder = new Holder();

    void put(Object o) {
        holder.put(o);
    }

    Object take() {
        return holder.take();
    }
}

class Outermost {
    private final Outer outer = new Outer();

    void put(Object o) {
        outer.put(o);
    }

    Object take() {
        return outer.take();
    }
}

class Contexts {
    private Contexts() {
    }

    public static void main(String[] args) {
        Holder a = new Holder();
        Holder b = new Holder();
        a.put(new X());
        b.put(new Y());
        Contexts.look(a.take());
        Outer c = new Outer();
        Outer d = new Outer();
        c.put(new X());
        d.put(new Y());
        Contexts.look(c.take());
        Outermost e = new Outermost();
        Outermost f = new Outermost();
        e.put(new X());
        f.put(new Y());
        Contexts.look(e.take());
    }

    private static void look(Object o) {
    }
}
