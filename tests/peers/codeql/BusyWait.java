package codeql;

/** java/busy-wait: a reader sleeps until somebody has put in a letter. */
class BusyWait {
    static class Letter {
        String text = "";
    }

    static class Reader implements Runnable {
        private final Letter letter;

        Reader(Letter letter) { this.letter = letter; }

        @Override public void run() {
            while (letter.text.isEmpty()) {
                try {
                    Thread.sleep(2000); // BAD java/busy-wait
                } catch (InterruptedException e) {
                    return;
                }
            }
            System.out.println(letter.text);
        }
    }

    static class Writer implements Runnable {
        private final Letter letter;

        Writer(Letter letter) { this.letter = letter; }

        @Override public void run() { letter.text = "Good day"; }
    }

    static class GoodLetter {
        private String text = "";

        synchronized void put(String value) {
            text = value;
            notifyAll();
        }

        synchronized String take() throws InterruptedException {
            while (text.isEmpty()) wait();
            return text;
        }
    }

    public static void main(String[] args) {
        Letter letter = new Letter();
        new Thread(new Reader(letter)).start();
        new Thread(new Writer(letter)).start();
    }
}
