package pmd;

/** DoubleCheckedLocking: a field that is not volatile. */
class DoubleCheckedLocking {
    private StringBuilder plain;

    StringBuilder bad() {
        if (plain == null) { // BAD java/unsafe-double-checked-locking
            synchronized (this) {
                if (plain == null) {
                    plain = new StringBuilder();
                }
            }
        }
        return plain;
    }
}
