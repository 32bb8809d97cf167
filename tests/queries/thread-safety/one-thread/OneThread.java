/** What an annotation confines to one thread needs no lock against the rest of that thread. */
@ThreadSafe
class OneThread {
  private int shown;
  private int mixed;
  private int locked;

  @MainThread
  public void show() {
    shown++;
    mixed++; // BAD: any thread resets it
    helper();
  }

  @UiThread
  public void hide() { // the same thread by another name
    shown--;
  }

  private void helper() {
    shown += 2; // called on that thread only
  }

  public void reset() {
    mixed = 0;
  }

  @MainThread
  public void half() {
    locked++; // BAD: the thread is no lock for others
  }

  public synchronized void otherHalf() {
    locked++;
  }

  @WorkerThread
  public void work() {
    many++; // BAD: there are many such threads
  }

  private int many;
}

/** All of it belongs to the event thread. */
@ThreadSafe
@EventDispatchThread
class Panel {
  private int width;

  public void grow() {
    width++;
  }

  public void shrink() {
    width--;
  }
}

@interface ThreadSafe {}

@interface MainThread {}

@interface UiThread {}

@interface WorkerThread {}

@interface EventDispatchThread {}
