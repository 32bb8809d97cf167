import java.util.List;

interface Sink<E> { void take(E item); }
interface Page { }
interface Letter extends Page { }
class Photo { }

/** For another type than is asked for. */
class Album implements Sink<Photo> {
  public void take(Photo photo) { }
}

/** For a type above. */
class Shelf implements Sink<Page> {
  public void take(Page page) { }
}

/** For the type that is asked for, through an interface of its own. */
interface Desk extends Sink<Letter> { }
class Office implements Desk {
  public void take(Letter letter) { }
}

/** For whatever type one wants. */
class Bin<T> implements Sink<T> {
  public void take(T item) { }
}

/** For a type that only some object of the class tells. */
class Numbered<K, T> implements Sink<T> {
  public void take(T item) { }
}

public class TypeArguments {
  private Sink<Letter> letters;

  public void setLetters(Sink<Letter> letters) { this.letters = letters; }

  public void send(Letter letter) { letters.take(letter); }

  public void sendAll(List<Letter> all) { all.forEach(letters::take); }

  public void lower(Sink<? super Letter> sink, Letter letter) { sink.take(letter); }

  public void any(Sink<?> sink) { sink.take(null); }

  public <T> void variable(Sink<T> sink, T item) { sink.take(item); }

  @SuppressWarnings({ "rawtypes", "unchecked" })
  public void raw(Sink sink) { sink.take(new Photo()); }

  public void cast(Object sink) { ((Sink<Photo>) sink).take(new Photo()); }
}
