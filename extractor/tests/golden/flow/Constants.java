class Constants {
    static final boolean DEBUG = false;
    static final int LEVEL = 3;

    void fields(int x) {
        if (DEBUG) x++;
        if (LEVEL > 2 && x > 0) x--;
    }

    int locals() {
        final boolean always = !DEBUG;
        final long big = 1L << 40, small = 1;
        while (always) {
            if (small == 1) return 1;
        }
        return (int) big;
    }

    void notConstant(boolean given) {
        final boolean copy = given;
        boolean variable = true;
        while (copy) variable = false;
        while (variable) given = false;
    }

    void checked(int[] a, Constants c) {
        try {
            a[0] = locals();
            assert c != null : "text";
        } finally {
            c.fields(1);
        }
    }
}
