/** A file of the same folder, which cannot name what the compact one declares. */
class Beside {
    Object shop() { return new Item(); }
}
class Item { }
