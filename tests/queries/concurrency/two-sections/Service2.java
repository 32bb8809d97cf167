

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Service2 {
  enum State { NEW, RUNNING, STOPPED }
  private final AtomicReference<State> state = new AtomicReference<>(State.NEW);
  public void start() {
    if (!state.compareAndSet(State.NEW, State.RUNNING)) { throw new IllegalStateException("started"); }
    new Thread(this::work).start();
  }
  public void stop() { state.set(State.STOPPED); }
  private void work() { while (state.get() == State.RUNNING) { Thread.onSpinWait(); } }
}
