package spotbugs;

import java.util.ArrayList;

/** LI_LAZY_INIT_STATIC, LI_LAZY_INIT_UPDATE_STATIC: a static field that whoever comes first sets. */
class LiLazyInitStatic {
    private static ArrayList<String> names;

    static ArrayList<String> bad() {
        if (names == null) {
            names = new ArrayList<>(); // BAD java/lazy-initialization
        }
        return names;
    }

    static class BadUpdate {
        private static ArrayList<String> names;

        static ArrayList<String> get() {
            if (names == null) {
                names = new ArrayList<>(); // BAD java/lazy-initialization
                names.add("first");
            }
            return names;
        }
    }

    static class GoodHolder {
        private static class Names {
            static final ArrayList<String> ALL = new ArrayList<>();
        }

        static ArrayList<String> get() { return Names.ALL; }
    }
}
