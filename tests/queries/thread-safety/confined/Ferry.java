import javax.annotation.concurrent.ThreadSafe;

@interface ThreadConfined {
    String value() default "";
}

@ThreadSafe
class Ferry {
    @ThreadConfined("pilot")
    private int knots;
    private int cars;

    void faster() {
        knots++;
    }

    int knots() {
        return knots;
    }

    void board() {
        cars++; // BAD: nothing is said of it
    }

    int cars() {
        return cars + 1;
    }
}
