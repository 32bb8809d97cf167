package report.booth;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Paper 2: a map that is safe in each call gives away objects that are not. */
public class Booth {
    private final Lines lines = new Lines();

    public Object dial(String number) {
        return lines.get(number).take();
    }

    public void hangUp(String number) {
        lines.get(number).giveBack();
    }

    static class Lines {
        private final Map<String, Line> lines = Collections.synchronizedMap(new HashMap<>());

        Lines() {
            lines.put("a", new Line());
        }

        Line get(String number) {
            Line line = lines.get(number);
            if (line == null) {
                throw new IllegalArgumentException(number);
            }
            return line;
        }
    }

    static class Line {
        private final Object wire = new Object();
        private boolean busy;

        Object take() {
            if (!busy) {
                busy = true;
                return wire;
            }
            throw new IllegalStateException("busy");
        }

        void giveBack() {
            busy = false;
        }
    }
}
