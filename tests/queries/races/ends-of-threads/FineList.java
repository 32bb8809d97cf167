import java.util.concurrent.locks.*;
class FineList {
    private static class Node {
        final int key; Node next;
        final Lock lock = new ReentrantLock();
        Node(int key) { this.key = key; }
    }
    private final Node head = new Node(Integer.MIN_VALUE);
    FineList() { head.next = new Node(Integer.MAX_VALUE); }
    boolean add(int key) {
        head.lock.lock();
        Node pred = head;
        try {
            Node curr = pred.next;
            curr.lock.lock();
            try {
                while (curr.key < key) {
                    pred.lock.unlock();
                    pred = curr;
                    curr = curr.next;
                    curr.lock.lock();
                }
                if (curr.key == key) return false;
                Node n = new Node(key);
                n.next = curr;
                pred.next = n;
                return true;
            } finally { curr.lock.unlock(); }
        } finally { pred.lock.unlock(); }
    }
    public static void main(String[] args) {
        FineList l = new FineList();
        new Thread(() -> l.add(1)).start();
        new Thread(() -> l.add(2)).start();
    }
}
