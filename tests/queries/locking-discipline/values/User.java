/** Uses what others hand out. */
public class User {
  private final Values values = new Values();
  public void use() { values.list().clear(); }
  public void useCopy() { values.copied().clear(); }
}
