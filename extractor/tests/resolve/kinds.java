// FILE p/K.java
package p;
import java.util.function.*;
class K {
    enum Color { RED, GREEN { int code() { return 2; } }; int code() { return 1; } }
    record Point(int x, int y) { Point { x = Math.abs(x); } double len() { return x() + y; } } //: x -> p.K.Point.x(); y -> p.K.Point.y; abs -> java.lang.Math.abs(int)
    sealed interface Shape permits Square {}
    record Square(Point at, int side) implements Shape {}
    interface Greeter { default String hi() { return name(); } String name(); } //: name -> p.K.Greeter.name()
    static class Impl implements Greeter { public String name() { return Greeter.super.hi(); } } //: hi -> p.K.Greeter.hi()
    int test(Color c, Object o, Shape s) {
        Color.valueOf("RED").ordinal(); //: valueOf -> p.K.Color.valueOf(java.lang.String); ordinal -> java.lang.Enum.ordinal()
        for (Color each : Color.values()) each.code(); //: values -> type: Color[]; code -> p.K.Color.code()
        switch (c) {
            case RED: return 1; //: RED -> p.K.Color.RED
            default: break;
        }
        int v = switch (c) {
            case GREEN -> { yield c.code(); } //: GREEN -> p.K.Color.GREEN
            default -> 2;
        };
        if (o instanceof Point p && p.x() > 0) { return p.y(); } //: x -> p.K.Point.x(); y -> p.K.Point.y()
        if (!(o instanceof String str)) return 0;
        str.trim(); //: trim -> java.lang.String.trim()
        new Point(1, 2).len(); //: new -> p.K.Point.Point(int,int); len -> p.K.Point.len()
        return switch (s) {
            case Square(Point at, int side) when at.x() > side -> at.y(); //: y -> p.K.Point.y(); side -> local: int
            case Square q -> q.side(); //: side -> p.K.Square.side()
        };
    }
    void local() {
        class Node { Node next; int depth() { return next == null ? 0 : next.depth(); } } //: depth -> Node.depth()
        new Node().next.depth(); //: depth -> Node.depth(); next -> Node.next
        try (java.io.StringReader r = new java.io.StringReader("")) { r.read(); } //: read -> java.io.StringReader.read()
        catch (java.io.IOException | RuntimeException e) { e.getMessage(); } //: getMessage -> java.lang.Throwable.getMessage()
        Greeter g = () -> "x";
        g.hashCode(); //: hashCode -> java.lang.Object.hashCode()
        String text = """
            hi""";
        long l = 1 << 2L; l += 1;
    }
    private class Outer { class In { } }
    void inner(Outer outer) { outer.new In(); } //: new -> p.K.Outer.In.In()
}
