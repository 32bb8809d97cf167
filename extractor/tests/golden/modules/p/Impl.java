package p; class Impl implements Service { }
