

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Service {
  enum State { NEW, RUNNING, STOPPED }
  private volatile State state = State.NEW;
  public void start() {
    if (state != State.NEW) { throw new IllegalStateException("started"); }
    state = State.RUNNING;
    new Thread(this::work).start();
  }
  public void stop() { state = State.STOPPED; }
  private void work() { while (state == State.RUNNING) { Thread.onSpinWait(); } }
}
