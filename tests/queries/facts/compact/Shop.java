static int sold;
final List<Item> shelf = new ArrayList<>();

record Item(String name, int price) {
    Item(String name) { this(name, 1); }
    boolean isCheap() { return price < limit(); }
    static int limit() { return Kind.SMALL.top; }
}

enum Kind {
    SMALL(10), LARGE(100);
    final int top;
    Kind(int top) { this.top = top; }
}

interface Rule { boolean allows(Item item); }

class Till {
    int sum;
    void add(Item item) { sum += item.price(); sell(item); }
}

void sell(Item item) { sold++; shelf.remove(item); }

<T extends Item> T first(List<T> items) { return items.get(0); }

void main(String[] args) {
    Rule rule = Item::isCheap;
    Item pen = new Item("pen", 2), cup = new Item("cup");
    shelf.add(pen);
    if (rule.allows(first(shelf))) new Till().add(cup);
    IO.println(Kind.valueOf("SMALL").top);
}
