// RUN: relax-opt %s -verify-diagnostics -relax-verify-symbols

// expected-error @+1 {{refers to @missing, which the module does not define; define it or drop the op}}
func.func @one() attributes {callee = @missing} {
  return
}
// Every violation is reported, of whatever kind of function.
// expected-error @+2 {{is exported as "name" but its symbol is @two; run 'relax-normalize-global-symbols'}}
// expected-note @+1 {{the other symbol is here}}
func.func @two() attributes {global_symbol = "name"} {
  return
}
// expected-error @+2 {{is exported as "name" but its symbol is @three; run 'relax-normalize-global-symbols'}}
// expected-error @+1 {{is exported as "name", a name that is taken; rename one of the two}}
func.func @three() attributes {global_symbol = "name"} {
  return
}
