// FILE p/G.java
package p;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
class G<T extends Comparable<T>> {
    static class Item { String name() { return ""; } int size() { return 1; } }
    Map<String, List<Item>> map = new HashMap<>();
    T value;
    static <A, B extends A> B pick(A a, B b) { return b; }
    static <E> List<E> listOf(E... es) { return null; }
    void test(List<? extends Item> wild, Collection<? super Item> sup, List raw) {
        map.get("x").get(0).name(); //: name -> p.G.Item.name(); get -> type: Item
        for (Map.Entry<String, List<Item>> e : map.entrySet()) e.getValue().size(); //: getValue -> type: List<Item>; size -> java.util.List.size()
        for (var e : map.entrySet()) e.getKey().trim(); //: trim -> java.lang.String.trim()
        wild.get(0).size(); //: size -> p.G.Item.size()
        raw.get(0); //: get -> type: Object
        value.compareTo(value); //: compareTo -> java.lang.Comparable.compareTo(java.lang.Object)
        pick(new Object(), "s").length(); //: pick -> type: String; length -> java.lang.String.length()
        listOf(1, 2.0); //: listOf -> p.G.listOf(java.lang.Object[])
        var list = listOf("a", "b"); //: list -> type: List<String>
        List<Item> items = new ArrayList<>(wild); //: new -> type: ArrayList<Item>
        items.stream().filter(i -> i.size() > 1).map(Item::name).collect(Collectors.toList()).get(0).trim(); //: i -> local: Item; name -> p.G.Item.name(); trim -> java.lang.String.trim()
        items.stream().map(i -> i.name().length()).reduce(0, Integer::sum).intValue(); //: sum -> java.lang.Integer.sum(int,int); intValue -> java.lang.Integer.intValue()
        Map<Integer, List<Item>> by = items.stream().collect(Collectors.groupingBy(i -> i.size())); //: size -> p.G.Item.size(); collect -> type: Map<Integer,List<Item>>
        items.sort(Comparator.comparing(i -> i.name())); //: name -> p.G.Item.name()
        items.sort(Comparator.comparing(Item::name).thenComparing(Item::size)); //: name -> p.G.Item.name(); size -> p.G.Item.size()
        map.computeIfAbsent("k", k -> new ArrayList<>()).add(new Item()); //: add -> java.util.List.add(java.lang.Object)
        Optional.of("x").map(String::length).orElse(1).byteValue(); //: byteValue -> java.lang.Integer.byteValue()
        Supplier<Item> make = Item::new; //: new -> p.G.Item.Item()
        Function<Object, String> text = Object::toString; //: toString -> java.lang.Object.toString()
        List<String> none = Collections.emptyList(); //: emptyList -> type: List<String>
        boolean flag = true;
        (flag ? 1 : 2L); //: ?: -> type: long
        Object o = flag ? 'a' : 0;
        var c = flag ? 'a' : 0; //: c -> type: char
        var n = flag ? Integer.valueOf(1) : null; //: n -> type: Integer
        Stream.of(1, 2).mapToInt(i -> i).sum(); //: sum -> java.util.stream.IntStream.sum()
    }
}
