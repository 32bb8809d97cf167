class Field {
  int width;
  void grow(int by) { width += by; }
}
