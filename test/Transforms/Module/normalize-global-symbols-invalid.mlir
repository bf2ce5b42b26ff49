// Two public functions cannot have one name.
// RUN: relax-opt %s -verify-diagnostics -relax-normalize-global-symbols

// expected-note @below {{the other symbol is here}}
relax.func @main() {
  relax.return
}
// expected-error @below {{cannot be renamed to @main, expected a free name; rename one of the two first}}
func.func @a() attributes {global_symbol = "main"} {
  return
}
