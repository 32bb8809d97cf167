package sonar;

import java.util.ArrayList;

/** S3064: a field that is set before its object is ready. */
class S3064 {
    private volatile ArrayList<String> all;

    ArrayList<String> bad() {
        if (all == null) {
            synchronized (this) {
                if (all == null) {
                    all = new ArrayList<>();
                    all.add("first"); // BAD java/unsafe-double-checked-locking-init-order
                }
            }
        }
        return all;
    }
}
