class Bodies {
  int field;
  int loops(int n) {
    int sum = 0, zero;
    for (int i = 0, j = 1; i < n; i++, j--) sum += (i * j);
    for (String s : new String[] { "a", "b\n" }) { sum++; }
    outer: while (true) { do { if (sum > 3) break outer; else continue outer; } while (sum < 10L); }
    return this.field + (int) 2.5 - -sum;
  }
  Object patterns(Object o) throws Exception {
    switch (n()) { case 1: case 2: field = 1; break; default: assert o != null : "m"; }
    if (o instanceof String s && !s.isEmpty()) return s;
    String t = switch (field) { case 0 -> "z"; case 1, 2 -> { yield "y"; } default -> throw new Exception(); };
    class Local { int x = field; }
    return new Local() { int y = x; }.y > 'c' ? t : Bodies.class;
  }
  static int n() { return new int[3][2].length; }
}
