package records;

import java.util.List;

class Records {
    record Size(int w, int h) {
        Size(int w) { this(w, 2); }
    }
    record Plain(int w) { }
    record Other(int w, String name) {
        // As many parameters as the canonical one has, and another.
        Other(String name, int w) { this(w, name); }
    }
    record Written(List<String> names, int[] rest) {
        Written(java.util.List<String> names, int[] rest) { this.names = names; this.rest = rest; }
    }
    record Compact(int... all) {
        Compact { }
        Compact(String text) { this(text.length(), 0); }
    }
    Object[] made = {
        new Size(1), new Size(1, 2), new Plain(3), new Other("a", 1), new Other(1, "a"), new Written(List.of(), null),
        new Compact(1, 2), new Compact("x"),
    };
}
