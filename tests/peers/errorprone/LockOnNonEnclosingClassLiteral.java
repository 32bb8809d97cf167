package errorprone;

/** LockOnNonEnclosingClassLiteral: the class of other code as a lock. */
class LockOnNonEnclosingClassLiteral {
    void bad() {
        synchronized (String.class) { // MISSED a matter of style: one lock for all is a lock, whoever else uses it
            System.out.println("locked");
        }
    }

    void good() {
        synchronized (LockOnNonEnclosingClassLiteral.class) {
            System.out.println("locked");
        }
    }
}
