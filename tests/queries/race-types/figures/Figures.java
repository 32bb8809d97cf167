/** Sections 2 to 6 of the paper, in Java: `fork { e }` is a thread, `let` a declaration. */
package figures;
/** Section 2.2: nothing protects the balance. */
/*# thread_shared */ class RacyAccount {
  int balance = 0;                                          // guarded by `this` by default

  int deposit(int x) {
    this.balance = this.balance + x;                        // wrong: EXP REF, EXP ASSIGN
    return 0;
  }

  static void main() {
    final RacyAccount a = new RacyAccount();
    new Thread(() -> a.deposit(10)).start();
    new Thread(() -> a.deposit(10)).start();
  }
}

/** Section 3.1: each deposit takes the lock. */
class Account {
  int balance /*# guarded_by this */ = 0;

  int deposit(int x) {
    synchronized (this) {
      this.balance = this.balance + x;
    }
    return 0;
  }

  static void main() {
    final Account a = new Account();
    new Thread(() -> a.deposit(10)).start();
    new Thread(() -> a.deposit(10)).start();
  }
}

/** Section 3.1: the clients take the lock. */
class ClientAccount {
  int balance /*# guarded_by this */ = 0;

  int deposit(int x) /*# requires this */ {
    this.balance = this.balance + x;
    return 0;
  }

  static void main() {
    final ClientAccount a = new ClientAccount();
    new Thread(() -> { synchronized (a) { a.deposit(10); } }).start();
    new Thread(() -> { synchronized (a) { a.deposit(10); } }).start();
    new Thread(() -> a.deposit(10)).start();                // wrong: EXP INVOKE
  }
}

/** Figure 2: a list whose nodes are protected by the lock of the dictionary. */
class Node/*#<ghost Dictionary d>*/ {
  String key /*# guarded_by d */ = null;
  Object value /*# guarded_by d */ = null;
  Node/*#<d>*/ next /*# guarded_by d */ = null;

  void init(String k, Object v, Node/*#<d>*/ n) /*# requires d */ {
    this.key = k;
    this.value = v;
    this.next = n;
  }

  void update(String k, Object v) /*# requires d */ {
    if (this.key.equals(k)) {
      this.value = v;
    } else if (this.next != null) {
      this.next.update(k, v);
    }
  }

  boolean contains(String k) /*# requires d */ {
    return this.key.equals(k) || this.next != null && this.next.contains(k);
  }
}

class Dictionary {
  Node/*#<this>*/ head /*# guarded_by this */ = null;

  void put(String k, Object v) {
    synchronized (this) {
      if (this.contains(k)) {
        this.head.update(k, v);
      } else {
        Node/*#<this>*/ node = new Node/*#<this>*/();
        node.init(k, v, this.head);
        this.head = node;
      }
    }
  }

  boolean contains(String k) /*# requires this */ {
    return this.head != null && this.head.contains(k);
  }

  /** The nodes of one dictionary do not belong into another one. */
  void steal(final Dictionary other) {
    synchronized (this) {
      synchronized (other) {
        this.head = other.head;                             // wrong: SUBTYPE
      }
    }
  }
}

/** Figure 3: the enumerator belongs to one thread. */
/*# thread_local */ class LinkEnumerator {
  String text = null;
  int index = 0;

  void init(String t) {
    this.text = t;
  }

  boolean hasMoreLinks() {
    return text.indexOf("<a", index) >= 0;
  }

  String nextLink() {
    index = text.indexOf("<a", index) + 1;
    return text.substring(index);
  }
}

/*# thread_shared */ class Crawler {
  final java.util.Set<String> visited = java.util.concurrent.ConcurrentHashMap.newKeySet();

  void process(String url) {
    if (!visited.add(url)) {
      return;
    }
    final String text = loadPageText(url);
    final LinkEnumerator links = new LinkEnumerator();
    links.init(text);
    while (links.hasMoreLinks()) {
      final String link = links.nextLink();
      new Thread(() -> this.process(link)).start();
      new Thread(() -> links.nextLink()).start();           // wrong: EXP FORK
    }
  }

  String loadPageText(String url) {
    return url;
  }

  static void main() {
    Crawler c = new Crawler();
    c.process("http://www.research.compaq.com");
  }
}

/** Figure 5: of java.util.Vector. */
class Vector {
  Object elementData[] /*# guarded_by this */;
  int elementCount /*# guarded_by this */;

  synchronized void trimToSize() {
    Object[] old = elementData;
    elementData = new Object[elementCount];
    System.arraycopy(old, 0, elementData, 0, elementCount);
  }

  synchronized void removeAllElements() {
    elementCount = 0;
  }

  synchronized int lastIndexOf(Object elem, int n) {
    for (int i = n; --i >= 0;) {
      if (elem.equals(elementData[i])) {
        return i;
      }
    }
    return -1;
  }

  int lastIndexOf(Object elem) {
    return lastIndexOf(elem, elementCount);                 // wrong: EXP REF, race!!!
  }
}

/** Section 6.1: a race that is known, and a lock that is known to be held. */
class Escapes {
  final Object f = new Object();
  int x /*# guarded_by f */;

  void set(int value) {
    synchronized (f) {
      x = value;
    }
  }

  int known() {
    return x; /*# no_warn race */
  }

  int held() {
    /*# holds f */
    int result = x;
    return result + x;
  }

  int notYet() {
    int result = x;                                         // wrong: EXP REF
    /*# holds f */
    return result + x;
  }
}
