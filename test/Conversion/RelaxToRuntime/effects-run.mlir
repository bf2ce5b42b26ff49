// Checks and printing in a program that runs, and what the interpreter says.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=i1=1 --input=2xf32=3 | FileCheck %s --check-prefix=HOLDS
// RUN: not relax-run %t.so --function=main --input=i1=0 --input=2xf32=3 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: relax-interp %s --function=main --input=i1=1 --input=2xf32=3 | FileCheck %s --check-prefix=HOLDS
// RUN: not relax-interp %s --function=main --input=i1=0 --input=2xf32=3 2>&1 | FileCheck %s --check-prefix=SAYS

// HOLDS: x is [3, 3], of 2
// FAILS: assertion failed: expected a truth, x is [3, 3]
// SAYS: does not hold: expected a truth, x is [3, 3]
relax.func impure @main(%c: tensor<i1>, %x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  relax.assert_op %c, "expected a truth, x is {}"(%x) : tensor<i1>, tensor<?xf32, #relax.dims<[n]>>
  %n = relax.prim_value n : i64
  relax.print "x is {}, of {}"(%x, %n) : tensor<?xf32, #relax.dims<[n]>>, i64
  relax.return %x : tensor<?xf32, #relax.dims<[n]>>
}
