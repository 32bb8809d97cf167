package io.grpc;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Runs tasks one at a time, by contract. */
public final class SynchronizationContext implements Executor {
  private final Queue<Runnable> queue = new java.util.concurrent.ConcurrentLinkedQueue<>();

  public void execute(Runnable task) {
    queue.add(task);
    drain();
  }

  private void drain() {
    Runnable task;
    while ((task = queue.poll()) != null) {
      task.run();
    }
  }
}
