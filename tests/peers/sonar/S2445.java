package sonar;

/** S2445: a lock that is no private final field. */
class S2445 {
    private String color = "red";
    private final Object good = new Object();

    void bad(Object given) {
        synchronized (color) { // BAD java/sync-on-boxed-types
            color = "green";
        }
        synchronized (new Object()) { // MISSED an object that nobody else has excludes nobody, but nothing here is shared
            color = "blue";
        }
        synchronized (given) { // MISSED who calls may share the object: a lock as any other
            System.out.println(given);
        }
    }

    void good() {
        synchronized (good) {
            System.out.println("locked");
        }
    }
}
