/** A helper sets the field and goes on filling what it holds, while its caller has the lock. */
public class FilledLater {
    static class Table {
        private int size;
        private int[] cells = new int[4];

        void put(int n) {
            cells[size++] = n;
        }

        int size() {
            return size;
        }
    }

    private volatile Table table;

    public int size() {
        if (table == null) {
            synchronized (this) {
                if (table == null) {
                    fill();
                }
            }
        }
        return table.size();
    }

    private void fill() {
        table = new Table();
        table.put(1); // BAD: others see the table by now
    }
}
