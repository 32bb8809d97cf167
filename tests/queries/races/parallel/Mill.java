import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

class Mill {
    private final List<String> flour = new ArrayList<>();
    private final List<String> safe = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Integer> sacks = new HashMap<>();
    private final ConcurrentHashMap<String, Integer> ground = new ConcurrentHashMap<>();
    private final LongAdder adder = new LongAdder();
    private static int turns;
    private int last;
    private boolean found;

    void late(List<String> grain) {
        grain.stream().map(g -> {
            last = g.length(); // $ Alert
            return g.trim();
        }).parallel().forEach(g -> {
            turns++; // $ Alert
            adder.increment();
            safe.add(g);
            found = true;
        });
    }

    synchronized void reference(List<String> grain) {
        grain.parallelStream().forEach(flour::add); // $ Alert
    }

    void inMethod(Stream<String> grain) {
        Stream<String> all = grain.parallel();
        all.forEach(this::grind);
    }

    private void grind(String g) {
        keep(g);
        synchronized (this) {
            sacks.put(g, 1);
        }
        guarded(g);
    }

    private void keep(String g) {
        sacks.merge(g, 1, Integer::sum); // $ Alert
    }

    private void guarded(String g) {
        synchronized (sacks) {
            change(g);
        }
    }

    private void change(String g) {
        sacks.remove(g);
    }

    int[] local(List<String> grain) {
        int[] sum = {0};
        int[] each = new int[grain.size()];
        List<Integer> found = new ArrayList<>();
        IntStream.range(0, grain.size()).parallel().forEach(i -> {
            sum[0] += grain.get(i).length(); // $ Alert
            each[i] = grain.get(i).length();
            found.add(i); // $ Alert
            List<String> mine = new ArrayList<>();
            mine.add(grain.get(i));
        });
        return sum;
    }

    void sequential(List<String> grain) {
        grain.parallelStream().sequential().forEach(flour::add);
        grain.stream().forEach(flour::add);
        grain.parallelStream().map(String::trim).forEachOrdered(flour::add);
        flour.addAll(grain.parallelStream().map(String::trim).collect(Collectors.toList()));
    }

    void others(Iterable<String> grain, long[] weights) {
        StreamSupport.stream(grain.spliterator(), true).forEach(g -> flour.add(g)); // $ Alert
        StreamSupport.stream(grain.spliterator(), false).forEach(g -> flour.add(g));
        Arrays.parallelSetAll(weights, i -> {
            last = i; // $ Alert
            return i;
        });
        ground.forEach(16, (k, v) -> flour.add(k)); // $ Alert
        ground.forEach((k, v) -> flour.add(k));
    }

    static class Sack {
        int weight;
        Mill mill;
    }

    void elements(List<Sack> all) {
        all.parallelStream().forEach(s -> s.weight++);
        Sack whole = new Sack();
        all.parallelStream().forEach(s -> whole.weight += s.weight); // $ Alert
    }
}
