package sonar;

/** S3014: groups of threads. */
class S3014 {
    ThreadGroup bad() {
        return new ThreadGroup("group"); // BAD java/thread-group
    }
}
