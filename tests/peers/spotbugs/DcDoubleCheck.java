package spotbugs;

/** DC_DOUBLECHECK: tests without the lock, and the field is not volatile. */
class DcDoubleCheck {
    private static StringBuilder text;

    static StringBuilder bad() {
        if (text == null) { // BAD java/unsafe-double-checked-locking
            synchronized (DcDoubleCheck.class) {
                if (text == null) {
                    text = new StringBuilder();
                }
            }
        }
        return text;
    }
}
