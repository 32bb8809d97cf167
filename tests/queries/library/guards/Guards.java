class Guards {
  int at;

  void plain(boolean a, boolean b) {
    if (a) {
      at = 1;
    } else {
      at = 2;
    }
    at = 3;
  }

  void early(boolean a, boolean b) {
    if (!a) {
      return;
    }
    at = 4;
  }

  void and(boolean a, boolean b) {
    if (a && b) {
      at = 5;
    } else {
      at = 6;
    }
  }

  void or(boolean a, boolean b) {
    if (a || b) {
      at = 7;
    } else {
      at = 8;
    }
  }

  void stored(Object o) {
    boolean isNull = o == null;
    if (isNull) {
      at = 9;
    }
  }

  void loop(int n) {
    while (n > 0) {
      at = 10;
      n--;
    }
    at = 11;
  }

  void cases(int n) {
    switch (n) {
      case 1:
        at = 12;
        break;
      case 2:
        at = 13;
      case 3:
        at = 14;
    }
  }

  void compared(boolean a) {
    if (a == false) {
      at = 15;
    }
  }
}
