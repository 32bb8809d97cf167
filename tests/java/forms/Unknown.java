package forms;

import nowhere.Logger;
import nowhere.Parent;
import nowhere.Outer.Nested;
import static nowhere.Helper.help;
import nowhere.all.*;

/** Much of what is named here is declared nowhere. */
class Unknown extends Parent<String> implements Nested {
  private static final Logger LOG = Logger.get(Unknown.class);

  void use(Mystery m) {
    LOG.info("{}", m.value().other);
    help(m).then(x -> x.run()).field.call(inherited, this.inheritedToo);
    String s = String.valueOf(LOG.level());
    for (Thing t : m.things()) s += t.name;
    StringBuilder b = new StringBuilder().append(m.value()).append(s);
    super.parentMethod(b.toString());
    new Nested() { @Override public void n() { undefined(); } }.n();
  }
}
