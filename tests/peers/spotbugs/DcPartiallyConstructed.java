package spotbugs;

/** DC_PARTIALLY_CONSTRUCTED: others see the object before it is filled. */
class DcPartiallyConstructed {
    private volatile StringBuilder text;

    StringBuilder bad() {
        if (text == null) {
            synchronized (this) {
                if (text == null) {
                    text = new StringBuilder();
                    text.append("filled late"); // BAD java/unsafe-double-checked-locking-init-order
                }
            }
        }
        return text;
    }
}
