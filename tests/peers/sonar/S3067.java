package sonar;

/** S3067: getClass as a lock. */
class S3067 {
    public void bad() {
        synchronized (this.getClass()) { // BAD java/sync-on-get-class
            System.out.println("locked");
        }
    }
}
