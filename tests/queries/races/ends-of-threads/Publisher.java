import java.lang.invoke.*;
class Publisher {
    private int[] data;
    private boolean ready;
    private static final VarHandle READY;
    static {
        try { READY = MethodHandles.lookup().findVarHandle(Publisher.class, "ready", boolean.class); }
        catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); }
    }
    void publish() {
        data = new int[] {1, 2, 3};
        READY.setRelease(this, true);
    }
    int[] poll() {
        return (boolean) READY.getAcquire(this) ? data : null;
    }
    public static void main(String[] args) {
        Publisher p = new Publisher();
        new Thread(p::publish).start();
        while (p.poll() == null) Thread.onSpinWait();
    }
}
