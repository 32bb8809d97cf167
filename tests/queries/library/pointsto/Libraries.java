import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;

class Libraries {
    public static void main(String[] args) throws Exception {
        Libraries l = new Libraries();
        l.collections();
        l.maps();
        l.streams();
        l.references();
        l.concurrency();
        l.builders();
    }

    void collections() {
        List<Object> list = new ArrayList<>();
        list.add(new X());
        Show.show(list.get(0)); // $ pt=X
        Iterator<Object> it = list.iterator();
        Show.show(it.next()); // $ pt=X
        for (Object o : list) {
            Show.show(o); // $ pt=X
        }
        list.forEach(o -> Show.show(o)); // $ pt=X
        Set<Object> set = new HashSet<>(list);
        Show.show(set.iterator().next()); // $ pt=X
        Deque<Object> deque = new ArrayDeque<>();
        deque.push(new Z());
        Show.show(deque.pollLast()); // $ pt=Z
        List<Object> view = Collections.synchronizedList(new LinkedList<>());
        view.add(new Y());
        Show.show(view.get(0)); // $ pt=Y
        Show.show(Arrays.asList(new X(), new Y()).get(1)); // $ pt=X pt=Y
        Show.show(List.of(new Z()).get(0)); // $ pt=Z
        Object[] array = list.toArray();
        Show.show(array[0]); // $ pt=X
        Object[] copy = Arrays.copyOf(array, 3);
        Show.show(copy[0]); // $ pt=X
        Object[] target = new Object[1];
        System.arraycopy(new Object[] {new Y()}, 0, target, 0, 1);
        Show.show(target[0]); // $ pt=Y
    }

    void maps() {
        Map<Object, Object> map = new HashMap<>();
        map.put(new X(), new Y());
        Show.show(map.get(null)); // $ pt=Y
        Show.show(map.keySet().iterator().next()); // $ pt=X
        for (Object v : map.values()) {
            Show.show(v); // $ pt=Y
        }
        for (Map.Entry<Object, Object> e : map.entrySet()) {
            Show.show(e.getKey()); // $ pt=X
            Show.show(e.getValue()); // $ pt=Y
        }
        map.forEach((k, v) -> Show.show(v)); // $ pt=Y
        Map<Object, Object> lazy = new ConcurrentHashMap<>();
        Show.show(lazy.computeIfAbsent("k", k -> new Z())); // $ pt=Z
        Show.show(lazy.get("k")); // $ pt=Z
        Map<Object, Object> merged = new TreeMap<>();
        merged.merge("k", new X(), (a, b) -> new Y());
        Show.show(merged.get("k")); // $ pt=X pt=Y
    }

    void streams() {
        List<Object> list = List.of(new X());
        Show.show(list.stream().map(x -> new Y()).findFirst().get()); // $ pt=Y
        Show.show(list.stream().filter(x -> true).toList().get(0)); // $ pt=X
        Show.show(list.stream().collect(Collectors.toList()).get(0)); // $ pt=X
        list.stream().forEach(x -> Show.show(x)); // $ pt=X
        Optional<Object> none = Optional.of(new Z());
        Show.show(none.orElseGet(() -> new Y())); // $ pt=Z pt=Y
        Show.show(none.map(z -> new X()).orElse(null)); // $ pt=X
    }

    void references() {
        AtomicReference<Object> atomic = new AtomicReference<>(new X());
        atomic.set(new Y());
        Show.show(atomic.get()); // $ pt=X pt=Y pt=Z
        Show.show(atomic.updateAndGet(o -> new Z())); // $ pt=Z
        ThreadLocal<Object> local = ThreadLocal.withInitial(() -> new Y());
        Show.show(local.get()); // $ pt=Y
        Show.show(Objects.requireNonNull(new Z())); // $ pt=Z
        Show.show(new java.lang.ref.WeakReference<Object>(new X()).get()); // $ pt=X
    }

    void concurrency() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Object> future = pool.submit(() -> new X());
        Show.show(future.get()); // $ pt=X
        BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        queue.put(new Y());
        Show.show(queue.take()); // $ pt=Y
        CompletableFuture<Object> later = CompletableFuture.supplyAsync(() -> new Z());
        Show.show(later.get()); // $ pt=Z
        Show.show(later.thenApply(z -> new X()).join()); // $ pt=X
        later.thenAccept(z -> Show.show(z)); // $ pt=Z
        Object captured = new Y();
        new Thread(() -> Show.show(captured)).start(); // $ pt=Y
        Worker worker = new Worker(new X());
        worker.start();
    }

    static class Worker extends Thread {
        private final Object task;

        Worker(Object task) {
            this.task = task;
        }

        @Override
        public void run() {
            Show.show(task); // $ pt=X
        }
    }

    void builders() {
        StringBuilder b = new StringBuilder();
        Show.show(b.append("a").append(1)); // $ pt=StringBuilder
        Show.show(Runtime.getRuntime()); // $ pt=Runtime
    }
}
