// Symbolic expressions: their text is that of the normal form.
// RUN: relax-opt %s --allow-unregistered-dialect | relax-opt --allow-unregistered-dialect | FileCheck %s
// RUN: relax-opt %s --allow-unregistered-dialect --mlir-print-op-generic | relax-opt --allow-unregistered-dialect | FileCheck %s
// RUN: relax-opt %s --allow-unregistered-dialect --emit-bytecode | relax-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: leaves = [#relax.expr<n>, #relax.expr<4>, #relax.expr<-9223372036854775808>, #relax.expr<"batch size">, #relax.expr<"min">, #relax.expr<_a.b>]
"test.test"() {leaves = [#relax.expr<n>, #relax.expr<4>, #relax.expr<-9223372036854775808>,
  #relax.expr<"batch size">, #relax.expr<"min">, #relax.expr<_a.b>]} : () -> ()

// CHECK: sums = [#relax.expr<n * 2 + 1>, #relax.expr<4 - n>, #relax.expr<-n>, #relax.expr<m * n + n * n + 1>, #relax.expr<n>, #relax.expr<n>]
"test.test"() {sums = [#relax.expr<1 + 2 * n>, #relax.expr<-n + 4>, #relax.expr<-n>,
  #relax.expr<1 + n * (n + m)>, #relax.expr<m + n - m>, #relax.expr<- -n>]} : () -> ()

// CHECK: quotients = [#relax.expr<(n + 1) floordiv 2>, #relax.expr<n * 2>, #relax.expr<3>, #relax.expr<n>, #relax.expr<(n + 3) floordiv 4>, #relax.expr<n ceildiv m>, #relax.expr<n * 5 + n floordiv 2 * 5>, #relax.expr<m * (n floordiv 2)>]
"test.test"() {quotients = [#relax.expr<(n + 1) floordiv 2>, #relax.expr<(4 * n) floordiv 2>,
  #relax.expr<(n * 4 + 3) floormod 4>, #relax.expr<n floordiv 1>, #relax.expr<n ceildiv 4>,
  #relax.expr<n ceildiv m>, #relax.expr<3 * n floordiv 2 * 5>, #relax.expr<m * (n floordiv 2)>]} : () -> ()

// CHECK: extrema = [#relax.expr<n>, #relax.expr<min(m, n)>, #relax.expr<max(n - 1, 0)>, #relax.expr<min(k, m + n, 8)>]
"test.test"() {extrema = [#relax.expr<min(n, n + 1)>, #relax.expr<min(n, min(m, n))>,
  #relax.expr<max(n - 1, 0)>, #relax.expr<min(8, n + m, k)>]} : () -> ()

// What 64 bits do not hold stays as it is.
// CHECK: open = [#relax.expr<1 + 9223372036854775807>, #relax.expr<(n * 9223372036854775807) * 2>, #relax.expr<((n * 9223372036854775807) * 2) * 3>]
"test.test"() {open = [#relax.expr<9223372036854775807 + 1>, #relax.expr<(n * 9223372036854775807) * 2>,
  #relax.expr<((n * 9223372036854775807) * 2) * 3>]} : () -> ()
