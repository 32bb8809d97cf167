/** [CLASS]: each field is final or has a guard; a constructor holds no lock. */
class Strict {
  final int right;
  int wrongUnguarded;
  int guarded /*# guarded_by this */;

  Strict(int value) {
    right = value;
    guarded = value;                  // wrong
  }

  synchronized int right() {
    return guarded;
  }
}

/** [OVERRIDE OK]: a thread-local class overrides nothing of a thread-shared one. */
/*# thread_local */ class Overrides extends Strict {
  int own;

  Overrides() {
    super(1);
  }

  @Override synchronized int right() { // wrong
    return own;
  }

  int rightNew() {
    return own;
  }
}
