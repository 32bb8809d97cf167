package pmd;

/** AvoidUsingVolatile: a volatile field. */
class AvoidUsingVolatile {
    private volatile String name; // MISSED a matter of taste: what volatile does is defined

    String get() { return name; }

    void set(String s) { name = s; }
}
