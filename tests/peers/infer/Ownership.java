package infer;

/** THREAD_SAFETY_VIOLATION: an object that the method has made. */
@ThreadSafe
class Ownership {
    static class Car {
        int wheels;
    }

    int good() {
        Car car = new Car();
        car.wheels = 4;
        return car.wheels;
    }
}
