/** A module. */
open module m.one {
  requires transitive java.base;
  exports p to m.two;
  uses p.Service;
  provides p.Service with p.Impl;
}
