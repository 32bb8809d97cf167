package spotbugs;

/** WL_USING_GETCLASS_RATHER_THAN_CLASS_LITERAL: subclasses lock another class. */
class WlUsingGetClass {
    private static int made;

    void bad() {
        synchronized (getClass()) { // BAD java/sync-on-get-class
            made++;
        }
    }

    void good() {
        synchronized (WlUsingGetClass.class) {
            made++;
        }
    }

    static class Sub extends WlUsingGetClass {
    }
}
