/** Paper 5, figure 5: one of the two `lastIndexOf` of java.util.Vector takes no lock. */
public class Vector {
    private Object[] elementData = new Object[10];
    private int elementCount;

    public synchronized void trimToSize() {
        Object[] trimmed = new Object[elementCount];
        System.arraycopy(elementData, 0, trimmed, 0, elementCount);
        elementData = trimmed;
    }

    public synchronized boolean removeAllElements() {
        elementCount = 0;
        return true;
    }

    public int lastIndexOf(Object elem) {
        return lastIndexOf(elem, elementCount - 1); // reported: java/not-threadsafe
    }

    public synchronized int lastIndexOf(Object elem, int n) {
        for (int i = n; i >= 0; i--) {
            if (elem.equals(elementData[i])) {
                return i;
            }
        }
        return -1;
    }
}
