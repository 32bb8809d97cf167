// Each statement `show(e)` tells what `e` may point to: the classes of the objects, or the names that comments give them.

class Show {
    static void show(Object o) {
    }
}

class A {
    Object f;
    static Object s;

    A() {
    }

    A(Object f) {
        this.f = f;
    }

    Object get() {
        return f;
    }

    void set(Object f) {
        this.f = f;
    }

    Object self() {
        return this;
    }

    static Object id(Object o) {
        return o;
    }
}

class B extends A {
    B(Object f) {
        super(f);
    }

    @Override
    Object get() {
        return super.get();
    }
}

class X {
}

class Y extends X {
}

class Z {
}

interface Maker {
    Object make();
}

enum Color {
    RED,
    BLUE {
        Object shade() {
            return new Y();
        }
    };

    Object shade() {
        return new X();
    }
}

record Pair(Object left, Object right) {
}

record Box(Object content) {
    Box {
        if (content == null) {
            content = new Z();
        }
    }
}

class Failure extends RuntimeException {
    final Object payload;

    Failure(Object payload) {
        this.payload = payload;
    }
}

class Other extends RuntimeException {
}

class Language {
    Object initialised = new X();
    static final Object CONSTANT = new Y();
    Object[] elements = {new X(), new Z()};

    public static void main(String[] args) {
        Language language = new Language();
        for (int n = 0; n < 3; n++) {
            try {
                language.all(n);
            } catch (ClassCastException e) {
                continue;
            }
        }
    }

    void all(int n) {
        locals(n);
        fields();
        arrays(n);
        calls();
        nested();
        lambdas();
        switches(n);
        patterns(n);
        exceptions(n);
        enums();
        varargs();
        generics();
        strings();
        loops();
        casts(n);
    }

    void locals(int n) {
        Object a = new X();
        Object b = a;
        Show.show(b); // $ pt=X
        Object c = n > 0 ? new Y() : new Z();
        Show.show(c); // $ pt=Y pt=Z
        Object d = null;
        Show.show(d);
        Object e;
        Show.show(e = new Z()); // $ pt=Z
        Object f = (e = a);
        Show.show(f); // $ pt=X
    }

    void fields() {
        A x = new A();
        A y = new A();
        x.f = new X();
        y.f = new Z();
        Show.show(x.f); // $ pt=X
        Show.show(y.f); // $ pt=Z
        A.s = new Y();
        Show.show(A.s); // $ pt=Y
        Show.show(initialised); // $ pt=X
        Show.show(this.initialised); // $ pt=X
        Show.show(CONSTANT); // $ pt=Y
        Show.show(new A(new Y()).f); // $ pt=Y
    }

    static void put(Object[] array, Object o) {
        array[0] = o;
    }

    void arrays(int n) {
        Object[] a = new Object[2];
        a[n % 2] = new X();
        Show.show(a[0]); // $ pt=X
        Object[][] m = new Object[2][2];
        m[0][1] = new Y();
        Show.show(m[1][0]); // $ pt=Y
        Object[] i = {new Z(), a[1]};
        Show.show(i[0]); // $ pt=Z pt=X
        Show.show(new Object[] {new Y()}[0]); // $ pt=Y
        Object[] some = {new Z()};
        Object[] only = new X[] {new X()};
        put(some, new Y());
        put(only, new Y());
        put(some, some);
        Show.show(some[0]); // $ pt=Z pt=Y pt=Object[]
        Show.show(only[0]); // $ pt=X pt=Y
        for (Object o : i) {
            Show.show(o); // $ pt=Z pt=X
        }
        Show.show(elements[0]); // $ pt=X pt=Z
    }

    void calls() {
        B b = new B(new X());
        Show.show(b.get()); // $ pt=X
        A a = new A();
        a.set(new Z());
        Show.show(a.get()); // $ pt=Z
        Show.show(a.self()); // $ pt=A
        Show.show(A.id(new Y())); // $ pt=Y
    }

    void casts(int n) {
        Object o = n > 0 ? new X() : new Z();
        X x = (X) o;
        Show.show(x); // $ pt=X
        Object p = n > 0 ? new Y() : o;
        Show.show((X) p); // $ pt=X pt=Y
        Show.show((Y) p); // $ pt=Y
    }

    class Inner {
        Object outerField() {
            return initialised;
        }

        Object outer() {
            return Language.this;
        }

        class Deep {
            Object deepest() {
                return initialised;
            }
        }
    }

    static class Nested {
        Object held = new Y();
    }

    void nested() {
        Inner inner = new Inner();
        Show.show(inner.outerField()); // $ pt=X
        Show.show(inner.outer()); // $ pt=Language
        Inner.Deep deep = inner.new Deep();
        Show.show(deep.deepest()); // $ pt=X
        Show.show(new Nested().held); // $ pt=Y
        Object captured = new Z();
        Maker anonymous = new Maker() {
            final Object own = new Y();

            public Object make() {
                Show.show(own); // $ pt=Y
                return captured;
            }
        };
        Show.show(anonymous.make()); // $ pt=Z
        class Local implements Maker {
            public Object make() {
                return captured;
            }
        }
        Show.show(new Local().make()); // $ pt=Z
        A subclass = new A(new X()) {
            Object get() {
                return f;
            }
        };
        Show.show(subclass.get()); // $ pt=X
    }

    Object made() {
        return new Z();
    }

    static Object statically() {
        return new Y();
    }

    Object apply(Maker maker) {
        return maker.make();
    }

    void lambdas() {
        Object captured = new X();
        Maker first = () -> captured;
        Show.show(first.make()); // $ pt=X
        Maker second = () -> {
            Maker inner = () -> captured;
            return inner.make();
        };
        Show.show(second.make()); // $ pt=X
        Maker bound = this::made;
        Show.show(bound.make()); // $ pt=Z
        Maker unbound = Language::statically;
        Show.show(unbound.make()); // $ pt=Y
        Maker constructor = X::new;
        Show.show(constructor.make()); // $ pt=X
        Maker field = () -> initialised;
        Show.show(field.make()); // $ pt=X
        java.util.function.Function<A, Object> method = A::get;
        Show.show(method.apply(new A(new Z()))); // $ pt=Z
        Show.show(apply(() -> this)); // $ pt=Language
    }

    void switches(int n) {
        Object o = switch (n) {
            case 0 -> new X();
            case 1 -> {
                yield new Y();
            }
            default -> new Z();
        };
        Show.show(o); // $ pt=X pt=Y pt=Z
        Object p = switch (n) {
            case 0:
                yield new X();
            default:
                yield new Y();
        };
        Show.show(p); // $ pt=X pt=Y
    }

    void patterns(int n) {
        Object o = n > 0 ? new Y() : new Pair(new X(), new Z());
        if (o instanceof X x) {
            Show.show(x); // $ pt=Y
        }
        Show.show(new Pair(new Y(), null).left()); // $ pt=Y
        Show.show(new Box(new X()).content()); // $ pt=X pt=Z
    }

    void fails(int n) {
        if (n > 0) {
            throw new Failure(new X());
        }
        throw new Other();
    }

    void exceptions(int n) {
        try {
            fails(n);
        } catch (Failure e) {
            Show.show(e); // $ pt=Failure
            Show.show(e.payload); // $ pt=X
        } catch (RuntimeException e) {
            Show.show(e); // $ pt=Failure pt=Other
        }
        try {
            throw new Other();
        } catch (Failure | Other e) {
            Show.show(e); // $ pt=Other
        } finally {
            Show.show(n > 1 ? new Y() : null); // $ pt=Y
        }
    }

    void enums() {
        Show.show(Color.RED); // $ pt=RED
        Show.show(Color.BLUE.shade()); // $ pt=Y
        Show.show(Color.RED.shade()); // $ pt=X
        Show.show(Color.valueOf("RED")); // $ pt=RED pt=BLUE
        Show.show(Color.values()[0]); // $ pt=RED pt=BLUE
    }

    Object first(Object... all) {
        Show.show(all); // $ pt=Object[]
        return all[0];
    }

    void varargs() {
        Show.show(first(new X(), new Y())); // $ pt=X pt=Y pt=Z
        Show.show(first(new Object[] {new Z()})); // $ pt=X pt=Y pt=Z
    }

    static class Cell<T> {
        T value;

        Cell(T value) {
            this.value = value;
        }

        T value() {
            return value;
        }
    }

    void generics() {
        Cell<X> cell = new Cell<>(new X());
        Show.show(cell.value); // $ pt=X
        Cell<Z> other = new Cell<>(new Z());
        Show.show(other.value()); // $ pt=Z
        Comparable<Cell<X>> c = x -> {
            Show.show(x); // $ pt=Cell
            return 0;
        };
        c.compareTo(cell);
    }

    void strings() {
        Object text = "a" + 1;
        Show.show(text); // $ pt=String
        synchronized ("lock") {
            Show.show("lock"); // $ pt='"lock"'
        }
        Show.show(X.class); // $ pt=X.class
        synchronized (X.class) {
            // Classes that nothing locks are one object.
            Show.show(Y.class); // $ pt=Class
        }
        Integer boxed = 3;
        Show.show(boxed); // $ pt=Integer
        A holder = new A(1L);
        Show.show(holder.f); // $ pt=Long pt=Integer
        holder.f = 2;
        Show.show(holder.get()); // $ pt=Long pt=Integer
        Show.show(true); // $ pt=Boolean
        Object[] numbers = {2L};
        Show.show(numbers[0]); // $ pt=Long
    }

    static class Bag implements Iterable<Object> {
        public java.util.Iterator<Object> iterator() {
            return new java.util.Iterator<Object>() {
                public boolean hasNext() {
                    return false;
                }

                public Object next() {
                    return new Y();
                }
            };
        }
    }

    void loops() {
        for (Object o : new Bag()) {
            Show.show(o); // $ pt=Y
        }
        Object last = null;
        for (int i = 0; i < 3; i++) {
            Show.show(last); // $ pt=X
            last = new X();
        }
    }
}
