// A symbol that nothing defines is an error where it is used, inside types and
// expressions too.
// RUN: relax-opt %s -verify-diagnostics

// expected-note @below {{the scope is function @main}}
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>) {
  // expected-error @below {{uses symbol "m" in an attribute, expected a definition before it; define it as a dimension of a parameter or by 'relax.match_cast' [relax.func R6]}}
  %0 = relax.prim_value m * n : i64
  relax.return
}
