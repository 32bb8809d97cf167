/** Two threads, one object in a static field, and no lock. */
public class T extends Thread {
    static Cell shared;

    @Override
    public void run() {
        Cell cell = shared;
        cell.value = cell.value + 1; // reported: java/race
    }

    public static void main(String[] args) {
        shared = new Cell();
        new T().start();
        new T().start();
    }
}

class Cell {
    int value;
}
