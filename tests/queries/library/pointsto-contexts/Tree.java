// What two receivers tell apart: what the few factories make for each of them, but not what a hundred nodes make.

class Made {
}

class Part {
}

class Maker {
    Made make() {
        return new Made();
    }
}

class Node {
    Part part() {
        return new Part();
    }
}

class Tree {
    public static void main(String[] args) {
        new Maker().make();
        new Maker().make();
        Node[] nodes = {
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(),
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(),
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(),
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(),
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(),
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(),
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(),
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(),
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(),
            new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node(), new Node()
        };
        for (Node node : nodes) node.part();
    }
}
