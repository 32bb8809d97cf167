import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

class WriteObject {
    static class Bad implements Serializable {
        private long balance;

        void deposit(long n) { balance += n; }

        private synchronized void writeObject(ObjectOutputStream out) throws IOException {  // BAD
            out.defaultWriteObject();
        }
    }

    static class Good implements Serializable {
        private long balance;

        synchronized void deposit(long n) { balance += n; }

        private synchronized void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }
    }

    static class Derived extends Good {
        private synchronized void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();  // GOOD: the superclass synchronizes
        }
    }

    static class Tricky implements Serializable {
        private long balance;

        void deposit(long n) {
            synchronized (this) { balance += n; }
        }

        private synchronized void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();  // GOOD: a block takes the same monitor
        }
    }
}
