/** No launcher calls a private main, or one of a class whose constructor takes something. */
class Hidden {
    int n;

    private void main() {
        new Thread(() -> n++).start();
        n++;
    }

    static class Asking {
        int m;

        Asking(int m) { this.m = m; }

        void main() {
            new Thread(() -> m++).start();
            m++;
        }
    }
}
