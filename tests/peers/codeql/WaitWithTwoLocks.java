package codeql;

/** java/wait-with-two-locks: the wait gives back one of two locks. */
class WaitWithTwoLocks {
    private final Object countLock = new Object();
    private final Object wordLock = new Object();
    private int count;
    private String word;

    public void print() throws InterruptedException {
        synchronized (countLock) {
            synchronized (wordLock) {
                while (word == null) {
                    wordLock.wait(); // BAD java/wait-with-two-locks
                }
                System.out.println(count + word);
                word = null;
                wordLock.notifyAll();
            }
        }
    }

    public void set(String text) {
        synchronized (countLock) {
            synchronized (wordLock) {
                count++;
                word = text;
                wordLock.notifyAll();
            }
        }
    }

    static class GoodOne {
        private static class Message {
            int count;
            String word;
        }

        private final Message message = new Message();

        public void print() throws InterruptedException {
            synchronized (message) {
                while (message.word == null) {
                    message.wait();
                }
                System.out.println(message.count + message.word);
                message.word = null;
                message.notifyAll();
            }
        }

        public void set(String text) {
            synchronized (message) {
                message.count++;
                message.word = text;
                message.notifyAll();
            }
        }
    }
}
