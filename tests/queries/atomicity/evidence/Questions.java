import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two looks of which none is taken to be of the time of the other are no evidence. */
class Desk {
  private int busy;
  private final Map<String, Integer> seen = new HashMap<>();

  synchronized boolean mayWrite(Lamp lamp) {
    busy++;
    return lamp.isOn() && !lamp.isBroken(); // no evidence: two questions
  }

  synchronized int light(Lamp lamp) {
    busy++;
    return lamp.red() - lamp.green(); // BAD: two halves of one colour
  }

  synchronized void note(Lamp lamp) {
    for (String name : lamp.names()) {
      seen.put(name, lamp.valueOf(name)); // no evidence: asks by what it found
    }
  }

  synchronized boolean wears(Lamp lamp) {
    int before = lamp.red();
    busy++;
    return lamp.red() < before; // no evidence: compares two times
  }

  synchronized void mend(Lamp lamp) {
    if (lamp.isBroken()) {
      lamp.repair(); // no evidence: it asks again
    }
  }

  synchronized void turn(Lamp lamp) {
    if (lamp.isOn()) {
      lamp.toggle(); // BAD: it may be off by then
    }
  }
}

class Lamp {
  private boolean on;
  private boolean broken;
  private int red;
  private int green;
  private final Map<String, Integer> values = new HashMap<>();

  synchronized boolean isOn() { return on; }

  synchronized boolean isBroken() { return broken; }

  synchronized int red() { return red; }

  synchronized int green() { return green; }

  synchronized List<String> names() { return new ArrayList<>(values.keySet()); }

  synchronized Integer valueOf(String name) { return values.get(name); }

  synchronized void repair() {
    if (isBroken()) {
      broken = false;
      values.clear();
    }
  }

  synchronized void toggle() { on = !on; }

  synchronized void paint(int red, int green) {
    this.red = red;
    this.green = green;
    values.put("red", red);
    broken = red > 255;
    on = green > 0;
  }
}
