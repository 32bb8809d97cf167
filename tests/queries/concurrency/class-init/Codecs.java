/** A static initialiser that needs another class by what it runs: constructors and methods of its own class. */
class Codecs {
    static class Codec {
        static final Registry REGISTRY = Registry.INSTANCE; // BAD
        static final int VERSION = Integer.parseInt("3");

        static int version() {
            return VERSION;
        }
    }

    static class Registry {
        static final Registry INSTANCE = new Registry();
        private final int version = Codec.version();
    }

    static class Lazy {
        static final Lazy INSTANCE = new Lazy();

        int later() {
            return Eager.SIZE; // GOOD: only when somebody calls it
        }
    }

    static class Eager {
        static final int SIZE = Lazy.INSTANCE.hashCode();
    }

    void use() {
        System.out.println(Codec.version());
        System.out.println(Registry.INSTANCE);
        System.out.println(Lazy.INSTANCE);
        System.out.println(Eager.SIZE);
    }
}
