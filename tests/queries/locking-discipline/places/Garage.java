import java.util.*;
import java.util.function.*;
import org.checkerframework.checker.lock.qual.*;
class Garage {
  final Object door = new Object();
  static class Car { int km; void drive() { km++; } }
  final Set<@GuardedBy("door") Car> cars = new HashSet<>();
  final Map<@GuardedBy("door") Car, String> names = new HashMap<>();
  Set<@GuardedBy("door") Car> all() { return cars; }
  public void viaMethod() { for (Car c : all()) c.drive(); } // BAD
  public void viaMethodHeld() { synchronized (door) { for (Car c : all()) c.drive(); } }
  public void keys() { names.keySet().forEach(c -> c.drive()); } // BAD
  public void methodRef() { cars.forEach(Car::drive); } // not seen
  public void stream() { cars.stream().filter(c -> c.km > 3).forEach(c -> c.drive()); } // BAD
  public void copy() { Collection<Car> c2 = cars; for (Car c : c2) c.drive(); } // BAD
  public synchronized void wrongLock() { for (Car c : cars) c.drive(); } // BAD
}
class Town {
  final Garage g = new Garage();
  public void other() { for (Garage.Car c : g.cars) c.drive(); } // BAD
  public void otherHeld() { synchronized (g.door) { for (Garage.Car c : g.cars) c.drive(); } }
  public void otherVia() { g.all().iterator().next().drive(); } // BAD
  public void otherViaHeld() { synchronized (g.door) { g.all().iterator().next().drive(); } }
}
