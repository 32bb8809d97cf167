/** Section 3.1: one way through both acquisitions is needed, and one lock. */
class Measures {
  private final Probe[] probes = new Probe[2];
  private final double[] results = new double[2];

  /** No way leads through both. */
  synchronized double either(Probe probe, boolean first) {
    if (first)
      return probe.measure(1);
    else
      return probe.measureFinely(2);
  }

  /** One place, one probe: taken in each round. */
  synchronized void rounds(Probe probe) {
    for (int i = 0; i < 2; i++) {
      results[i] = probe.measureCoarsely(i); // BAD
    }
  }

  /** Each round has its own probe. */
  synchronized void eachItsOwn(Probe[] probe) {
    for (int i = 0; i < 2; i++) {
      results[i] = probe[i].measureSlowly(i);
    }
  }

  /** A variant with a variable that each round declares. */
  synchronized void eachDeclared() {
    for (Probe probe : probes) {
      probe.reset();
    }
  }

  /** The field has another value in between. */
  private Probe current;

  synchronized double replaced() {
    double before = current.zero();
    current = new Probe();
    return before + current.zero();
  }

  /** The array element has another value in between. */
  synchronized double exchanged() {
    double before = probes[0].unit();
    probes[0] = new Probe();
    return before + probes[0].unit();
  }

  /** Two different elements. */
  synchronized double both() {
    return probes[0].offset() + probes[1].offset();
  }

  /** One element twice. */
  synchronized double twice() {
    return probes[1].scale() + probes[1].scale(); // BAD
  }
}

class Probe {
  private double state;

  synchronized void set(double value) { state = value; }

  synchronized double measure(int n) { return state + n; }

  synchronized double measureFinely(int n) { return state * n; }

  synchronized double measureCoarsely(int n) { return state / n; }

  synchronized double measureSlowly(int n) { return state - n; }

  synchronized void reset() { state = 0; }

  synchronized double zero() { return state; }

  synchronized double unit() { return state; }

  synchronized double offset() { return state; }

  synchronized double scale() { return state; }
}
