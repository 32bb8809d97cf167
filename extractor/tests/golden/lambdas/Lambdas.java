import java.util.function.*;

class Lambdas {
  Runnable r = () -> System.out.println();
  static Function<String, Integer> f = String::length;
  void m(int k) {
    BiFunction<Integer, Integer, Integer> add = (a, b) -> { return a + b + k; };
    Supplier<Lambdas> make = Lambdas::new;
    new Thread(this::run).start();
  }
  void run() {}
}
