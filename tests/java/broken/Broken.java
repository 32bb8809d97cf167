class Broken {
  void m( { int x = ; }
  int ok() { return 1; }
  void half() { if (true) { foo(
  int after() { return ok() + 1; }
  String s = "unclosed;
  void last() { ok(); }
}}
class Next { int f = new Broken().ok(); 
