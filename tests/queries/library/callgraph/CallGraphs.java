import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

class Shapes {
    interface Shape {
        double area();

        default double twice() {
            return 2 * area(); // $ hierarchy=Circle.area hierarchy=Ring.area hierarchy=Ghost.area created=Circle.area created=Ring.area
        }
    }

    static class Circle implements Shape {
        public double area() {
            return 1;
        }
    }

    static class Ring extends Circle {
        public double area() {
            return super.area(); // $ hierarchy=Circle.area created=Circle.area
        }

        public String toString() {
            return "ring";
        }
    }

    static final Shape[] SOME = {new Circle(), new Ring()}; // $ hierarchy=Circle.Circle hierarchy=Ring.Ring created=Circle.Circle created=Ring.Ring
    static final Functions FUNCTIONS = new Functions(); // $ hierarchy=Functions.Functions created=Functions.Functions

    private static class Ghost implements Shape { // no object of it is ever made
        public double area() {
            return 0;
        }
    }

    double all(Shape s, Ring r) {
        String text = "a " + r; // $ hierarchy=Ring.toString created=Ring.toString
        return s.area() // $ hierarchy=Circle.area hierarchy=Ring.area hierarchy=Ghost.area created=Circle.area created=Ring.area
            + r.area() // $ hierarchy=Ring.area created=Ring.area
            + r.twice(); // $ hierarchy=Shape.twice created=Shape.twice
    }
}

class Bag implements Iterable<String>, AutoCloseable {
    static Object shared = new Object();
    private int size = 3;

    static class Walk implements Iterator<String> {
        public boolean hasNext() {
            return false;
        }

        public String next() {
            return null;
        }
    }

    public Walk iterator() {
        return new Walk(); // $ hierarchy=Walk.Walk created=Walk.Walk
    }

    public void close() {
    }

    Bag() { // $ hierarchy=Bag.<obinit> created=Bag.<obinit>
    }
}

class Implicit {
    void walk() {
        for (String s : new Bag()) { // $ hierarchy=Bag.Bag hierarchy=Bag.iterator hierarchy=Walk.hasNext hierarchy=Walk.next hierarchy=Bag.<clinit> created=Bag.Bag created=Bag.iterator created=Walk.hasNext created=Walk.next created=Bag.<clinit>
        }
        try (Bag b = new Bag()) { // $ hierarchy=Bag.Bag hierarchy=Bag.close hierarchy=Bag.<clinit> created=Bag.Bag created=Bag.close created=Bag.<clinit>
        }
        Object o = Bag.shared; // $ hierarchy=Bag.<clinit> created=Bag.<clinit>
    }
}

class Functions { // $ hierarchy=Functions.<obinit> created=Functions.<obinit>
    private final Object lock = new Object();
    private Runnable kept = () -> { }; // nobody replaces it
    private List<Runnable> listeners = new ArrayList<>();
    private Supplier<String> never = () -> "never"; // $ later=never.get

    <T> T locked(Supplier<T> work) {
        synchronized (lock) {
            return work.get();
        }
    }

    <T> T relocked(Supplier<T> work) {
        return locked(work); // $ hierarchy=Functions.locked created=Functions.locked
    }

    String one() {
        return locked(() -> "one"); // $ hierarchy=Functions.locked hierarchy=one.get created=Functions.locked created=one.get
    }

    String two() {
        Supplier<String> s = () -> "two";
        return relocked(s); // $ hierarchy=Functions.relocked hierarchy=two.get created=Functions.relocked created=two.get
    }

    String reference() {
        return locked(this::one); // $ hierarchy=Functions.locked hierarchy=Functions.one created=Functions.locked created=Functions.one
    }

    void keep() {
        kept.run(); // $ hierarchy=kept.run hierarchy=Named.run hierarchy=Worker.run created=kept.run created=Named.run created=Worker.run
    }

    void listen() {
        listeners.add(() -> { });
        for (Runnable r : listeners) {
            r.run(); // $ hierarchy=listen.run hierarchy=Named.run hierarchy=Worker.run created=listen.run created=Named.run created=Worker.run
        }
    }

    void hand(Executor executor) {
        executor.execute(() -> { }); // $ later=hand.run
        executor.execute(new Runnable() { // $ later=hand.run
            public void run() {
            }
        });
        new Thread(new Named()).start(); // $ later=Named.run hierarchy=Named.Named created=Named.Named
    }

    static class Named implements Runnable {
        public void run() {
        }
    }

    void sort(List<String> list) {
        list.sort((a, b) -> 0); // $ hierarchy=sort.compare created=sort.compare
        list.sort(Functions::compare); // $ hierarchy=Functions.compare created=Functions.compare
        Comparator<String> c = new Comparator<String>() {
            public int compare(String a, String b) {
                return 0;
            }
        };
        list.sort(c); // $ hierarchy=sort.compare created=sort.compare
    }

    static int compare(String a, String b) {
        return 0;
    }

    void nested(List<String> list, Supplier<String> work) {
        list.forEach(x -> work.get()); // $ hierarchy=nested.accept created=nested.accept
    }

    void callsNested(List<String> list) {
        nested(list, () -> "inner"); // $ hierarchy=Functions.nested hierarchy=callsNested.get created=Functions.nested created=callsNested.get
    }

    Runnable made() {
        return () -> { };
    }

    void runsMade() {
        made().run(); // $ hierarchy=Functions.made hierarchy=made.run hierarchy=Named.run hierarchy=Worker.run created=Functions.made created=made.run created=Named.run created=Worker.run
    }

    static class Worker extends Thread {
        public void run() {
        }
    }

    void starts() {
        new Worker().start(); // $ hierarchy=Worker.Worker created=Worker.Worker later=Worker.run
    }
}
