// RUN: relax-opt %s -verify-diagnostics -relax-attach-global-symbol=prefix=a_

// expected-note @+1 {{the other symbol is here}}
relax.func @a_main() {
  relax.return
}
// expected-error @+1 {{cannot be renamed to @a_main, expected a free name; rename one of the two first}}
relax.func @main() {
  relax.return
}
