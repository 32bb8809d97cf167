package start;

import javax.annotation.concurrent.ThreadSafe;

/** What happens before a thread is started, the thread sees. */
@ThreadSafe
class Server {
    private int port;
    private int opened;
    private int rounds;
    private Thread thread;

    public synchronized void start() {
        port = 80; // fine: before the start
        open();
        thread = new Thread(this::loop);
        thread.start();
        rounds = 0; // BAD: the thread runs already
    }

    private void open() {
        opened++; // fine: only called before the start
    }

    private void loop() {
        while (rounds < port + opened) {
            rounds++;
        }
    }
}

/** The thread is not the only one that reads. */
@ThreadSafe
class Asked extends Thread {
    private int port;
    private int size;

    public void begin() {
        port = 80; // BAD: asked by others
        size = 1; // fine
        start();
    }

    @Override
    public void run() {
        for (int i = 0; i < size; i++) {
            getPort();
        }
    }

    public int getPort() {
        return port;
    }
}

/** A setting up that may also come later. */
@ThreadSafe
class Again {
    private int step;

    public void start() {
        advance();
        new Thread() {
            @Override
            public void run() {
                step++; // BAD: with advance
            }
        }.start();
    }

    public void advance() {
        step++;
    }
}
