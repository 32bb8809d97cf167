package sonar;

/** S2886: a getter and a setter of which one synchronizes. */
class S2886 {
    private int age;
    private int depth;

    public synchronized void setAge(int n) { age = n; }

    public int getAge() { return age; } // BAD java/unsynchronized-getter

    public void setDepth(int n) { // BAD java/unsynchronized-getter
        depth = n;
    }

    public synchronized int getDepth() { return depth; }
}
