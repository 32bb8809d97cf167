package examples;

/** An example beside other code is one. */
class LedgerDemo {
    private int n;

    static class Step {}
}
