import java.util.function.Function;

interface Animal {
  String sound();

  default String twice() {
    return sound() + sound();
  }
}

class Dog implements Animal {
  public String sound() {
    return "wuff";
  }
}

class Puppy extends Dog {
  @Override
  public String sound() {
    return "wiff";
  }
}

class Robot {
  public String sound() {
    return "beep";
  }
}

class RobotDog extends Robot implements Animal {}

class Calls {
  void any(Animal animal) {
    animal.sound();
  }

  void dog(Dog dog) {
    dog.sound();
    dog.twice();
  }

  void puppy(Puppy puppy) {
    puppy.sound();
  }

  void robot(Robot robot) {
    robot.sound();
  }

  void exact() {
    helper();
    hidden();
    new Dog();
    Calls.this.own();
  }

  static void helper() {}

  private void hidden() {}

  void own() {}

  void lambdas(Function<String, Integer> f, String... rest) {
    f.apply("x");
    lambdas(s -> s.length());
    lambdas(String::length, "a", "b");
    lambdas(f, rest);
  }

  class Inner {
    void outer() {
      own();
      Calls.this.hidden();
    }
  }
}

class SubCalls extends Calls {
  @Override
  void own() {
    super.own();
  }
}
