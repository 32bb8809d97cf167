import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

class ReadObject {
    static class Bad implements Serializable {
        private synchronized void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {  // BAD
            in.defaultReadObject();
        }
    }

    static class Good implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    static class Other {
        synchronized Object readObject() { return this; }  // GOOD: not the method of serialisation
    }
}
