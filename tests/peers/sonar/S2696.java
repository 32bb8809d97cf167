package sonar;

/** S2696: an object that writes a static field. */
class S2696 {
    private static int count;

    public void bad() {
        count++; // MISSED no thread is in sight: a question of style alone
    }
}
