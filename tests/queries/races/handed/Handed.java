package handed;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Objects that methods fill for the caller that has made them: nobody else knows them by then. */
public class Handed implements Runnable {
    static class Message {
        private String text; // GOOD: copies are filled by the one who makes them
        private int sent; // BAD: filled when the list has the object already
        private int shared; // BAD: one caller hands what others know
        private int kept; // BAD: the method that fills it tells others first

        Message copy() {
            Message copy = new Message();
            copyTo(copy);
            return copy;
        }

        protected void copyTo(Message copy) {
            copy.text = text;
            fill(copy, text);
        }

        private static void fill(Message message, String text) {
            message.text = text + message.text;
        }
    }

    private final List<Message> messages = new CopyOnWriteArrayList<>();

    private void setSent(Message message) {
        message.sent = message.sent * 3 + 1;
    }

    private void share(Message message) {
        message.shared = message.shared * 3 + 1;
    }

    private void keep(Message message) {
        messages.add(message);
        message.kept = message.kept * 3 + 1;
    }

    private Message first() {
        return messages.get(0);
    }

    @Override
    public void run() {
        Message message = first().copy();
        share(message);
        keep(message);
        Message late = new Message();
        messages.add(late);
        setSent(late);
        share(first());
        System.out.println(first().sent + first().shared);
    }

    public static void main(String[] args) {
        Handed handed = new Handed();
        handed.messages.add(new Message());
        new Thread(handed).start();
        new Thread(handed).start();
        Message first = handed.first();
        System.out.println(first.copy().text + first.text + first.sent + first.shared + first.kept);
    }
}
