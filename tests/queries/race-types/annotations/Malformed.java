/** Annotations that count for nothing, and why. */
/*# thread_save */ class Malformed {
  Object lock = new Object();
  final Object other = new Object();
  int a /*# guarded_by */;
  int b /*# guarded_by nobody */;
  int c /*# guarded_by lock */;
  int d /*# guarded_by other, this */;
  int e /*# requires this */;
  final int f /*# guarded_by this */ = 1;
  Pair/*#<this>*/ tooFew;
  Pair/*#<this, other>*/ wrongClass;

  void set(Object given) /*# requires given */ {
    given = null;
    lock = given; //# no_warn rece
    a = b = c = d = e = f;
  }

  void name() /*# requires */ { }

  /*# holds other */ int notHere;
}

class Pair/*#<ghost Malformed first, ghost Missing second>*/ { }

/*# thread_local */ /*# thread_shared */ class Both { }

class NoName/*#<ghost Object>*/ { }
