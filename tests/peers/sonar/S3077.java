package sonar;

import java.util.ArrayList;

/** S3077: a volatile field of a mutable object. */
class S3077 {
    private volatile int[] slots = {1, 2};
    private volatile ArrayList<String> list = new ArrayList<>();

    void bad(int i) {
        slots[i] = 3; // BAD java/volatile-array
    }

    int read(int i) { return slots[i]; }

    void badList(String s) {
        list.add(s); // MISSED a volatile field may hold what is never changed again: only uses that race are findings
    }
}
