package forms;

/** Every form of `switch` (JLS 14.11, 15.28). */
class Switches {
  enum Level { LOW, MIDDLE, HIGH }

  sealed interface Shape permits Circle, Square, Pair {}
  record Circle(double radius) implements Shape {}
  record Square(double side) implements Shape {}
  record Pair(Shape left, Shape right) implements Shape {}

  int old(int n) {
    int result = 0;
    switch (n) {
      case 0:
      case 1:
        result = 1;
        break;
      case 2: {
        result = 2;
      }
      // Falls through.
      default:
        result += 10;
        return result;
      case 3:
        int inner = n;
        result = inner;
    }
    return result;
  }

  int ofEnum(Level level) {
    switch (level) {
      case LOW: return 1;
      case HIGH: return 2;
    }
    return 0;
  }

  String arrows(Level level, String text) {
    switch (text) {
      case "a", "b" -> System.out.println("ab");
      case "c" -> { return "c"; }
      default -> throw new IllegalArgumentException(text);
    }
    int number = switch (level) {
      case LOW -> 1;
      case MIDDLE -> {
        int twice = 2;
        yield twice * 2;
      }
      case HIGH -> text.length();
    };
    long sum = switch (number) {
      case 1: yield 10L;
      case 2:
      default: yield 20;
    };
    return text + sum;
  }

  double patterns(Shape shape, Object other) {
    double area = switch (shape) {
      case Circle c when c.radius() > 10 -> 100;
      case Circle c -> c.radius() * c.radius();
      case Square(double side) -> side * side;
      case Pair(Circle(var r), Square s) when r < s.side() -> r;
      case Pair(Shape left, Shape right) -> patterns(left, right);
    };
    if (other instanceof Square(var side) && side > 1) return side;
    if (!(other instanceof Circle c)) return area;
    return switch (other) {
      default -> c.radius();
      case null -> 0;
      case String s when s.isEmpty() -> 1;
      case String s -> s.length();
    };
  }
}
