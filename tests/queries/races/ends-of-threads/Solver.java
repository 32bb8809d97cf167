import java.util.concurrent.*;
class Solver {
    final int n;
    final float[][] data;
    final CyclicBarrier barrier;
    float sum;
    volatile boolean finished;
    class Worker implements Runnable {
        final int row;
        Worker(int row) { this.row = row; }
        public void run() {
            while (!finished) {
                for (int i = 0; i < n; i++) data[row][i] += 1;
                try { barrier.await(); }
                catch (InterruptedException | BrokenBarrierException ex) { return; }
            }
        }
    }
    Solver(float[][] matrix) {
        data = matrix;
        n = matrix.length;
        barrier = new CyclicBarrier(n, this::merge);
    }
    void solve() throws InterruptedException {
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) { ts[i] = new Thread(new Worker(i)); ts[i].start(); }
        for (Thread t : ts) t.join();
        System.out.println(sum);
    }
    private void merge() {
        sum = 0;
        for (float[] r : data) for (float x : r) sum += x;
        finished = sum > 1000;
    }
    public static void main(String[] args) throws Exception { new Solver(new float[4][4]).solve(); }
}
